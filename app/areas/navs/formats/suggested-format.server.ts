import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import type { NamedBytes } from '../control/control-upload'
import type { ControlWorkers } from '../worker/jobs'
import type { DraftFormat } from './suggest/draft'

/** A format for the files of a set, as they are most likely read. @throws DomainError invalid without readable files */
export async function suggestedFormat(
  workers: Pick<ControlWorkers, 'run'>,
  files: readonly NamedBytes[],
  today: Day,
): Promise<DraftFormat> {
  if (files.length === 0)
    throw new DomainError('invalid', 'Send the files of a set in the field "files".', {
      fields: { files: 'Choose the files' },
    })
  const named = { code: 'NEW', name: 'New format', provider: null, from: today }
  const sent = files.map(({ fileName, bytes }) => ({ name: fileName, bytes }))
  return workers.run('suggestFormat', [sent, named])
}
