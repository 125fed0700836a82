import { isAllowed } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { stagedFiles } from '~/platform/files/staged-files.server'
import { checkFormat } from '~/platform/formats/format'
import type { Kind } from '~/platform/formats/kinds'
import { DomainError } from '~/platform/values/domain-error'
import { type TriedRules, triedRules } from '../../control/trial-control.server'
import { CONTROL_SETS, type ControlSet } from '../../nav'
import { navFacts } from '../../nav-facts.server'
import type { ControlWorkers } from '../../worker/jobs'
import { givenFacts } from '../given-facts'
import type { Teaching } from './teach'

interface TeachingRequest {
  /** The files, as the server keeps them. */
  staged: string
  /** Who sent them. */
  senderId: number
  /** The NAV from which they were uploaded; null for none. */
  fundNavId: number | null
  /** The set of the refused upload of a control; null for none. */
  set: ControlSet | null
  /** The table that they were uploaded as; null where the files decide. */
  kind: Kind | null
  /** The JSON of the format so far; '' to have it suggested. */
  definition: string
  fields: Readonly<Record<string, string>>
}

/** A format as it reads the kept files, and what the rules would say of them. */
export interface TaughtFormat extends Teaching {
  /** Null where it does not read a whole control without faults, and for those who see no controls. */
  rules: TriedRules | null
}

/** The code of a format until its teacher gives it one. */
const UNNAMED = 'NEW'

/** A format as it reads the kept files. @throws DomainError refused when they are no longer there */
export async function taughtFormat(
  context: UserContext,
  workers: Pick<ControlWorkers, 'run'>,
  { staged, senderId, fundNavId, set, kind, definition, fields }: TeachingRequest,
): Promise<TaughtFormat> {
  const { actor, read, today } = context
  const files = await stagedFiles(context, senderId, staged)
  const nav = fundNavId === null ? null : await navFacts(read, fundNavId)
  const sent = files.map(({ fileName, bytes }) => ({ name: fileName, bytes }))
  const provider = nav?.provider ?? (set && CONTROL_SETS[set].uploadType)
  const named = {
    code: UNNAMED,
    name: 'New format',
    provider: provider === 'FIA' || provider === 'MFFA' ? provider : null,
    from: nav?.navDate ?? today,
  } as const
  const known = nav ? givenFacts(nav) : {}
  const teaching = await workers.run('teachFormat', [sent, { definition, fields, named, known, kind }])
  const isRead = teaching.lacking.length + teaching.faults.length === 0
  const checked = isRead && isAllowed(actor, 'navctrl') ? checkFormat(JSON.parse(teaching.definition)) : null
  const rules =
    checked && 'format' in checked
      ? await triedRules(read, workers, { format: checked.format, files, nav })
      : null
  return { ...teaching, rules }
}

/**
 * Refuses people who may not propose a format, and a format that lacks something. Without its own code the next format
 * that also has none would become a new version of this one.
 */
export function checkTaught(
  { actor }: Pick<UserContext, 'actor'>,
  { lacking, definition }: Pick<Teaching, 'lacking' | 'definition'>,
): void {
  if (!isAllowed(actor, 'administration', 'update'))
    throw new DomainError(
      'forbidden',
      'Only administrators propose formats. Copy the JSON below and send it to one of them.',
    )
  if (lacking.length > 0)
    throw new DomainError('invalid', 'The format still lacks something. Complete it and propose it again.')
  if ((JSON.parse(definition) as { code: unknown }).code === UNNAMED)
    throw new DomainError(
      'invalid',
      'Give the format a code and a name under The format, such as EFA-DAILY and EFA daily pack, and propose it again.',
    )
}
