import type { UserWork } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import type { NamedBytes } from '../control/control-upload'
import { type Candidate, matchingFormats, versionOrRefusal } from '../control/read-upload.server'
import { opened } from '../formats/formats.server'
import { FUNDESK } from '../formats/fundesk'
import { givenFacts } from '../formats/given-facts'
import type { NavFacts } from '../nav'
import type { FormatVersion } from '../workbooks/read-by-format'
import type { MatchingFormat } from '../workbooks/read-matching'
import type { ControlWorkers } from '../worker/jobs'
import { MATCHING_TITLE } from './matching'

interface Positions {
  nav: NavFacts
  file: NamedBytes
  /** The code of the file format to read it by; '' for whichever does. */
  format: string
}

/** Reads the positions of a management company in a worker. @throws DomainError invalid with all faults */
export async function readPositions(
  { read }: Pick<UserWork, 'read'>,
  workers: Pick<ControlWorkers, 'run'>,
  { nav, file, format }: Positions,
) {
  const candidates = await matchingFormats(read, nav.provider)
  const by = {
    named: format === '' || format === FUNDESK ? null : namedVersion(candidates, format, nav),
    others: format === FUNDESK ? [] : candidates.flatMap((each) => recognisable(each, nav)),
    known: givenFacts(nav),
    fundCode: nav.fundCode,
  }
  return workers.run('readMatching', [{ name: file.fileName, bytes: file.bytes }, by])
}

function namedVersion(candidates: readonly Candidate[], code: string, nav: NavFacts): FormatVersion {
  const candidate = candidates.find((each) => each.code === code)
  if (!candidate) {
    const known = [FUNDESK, ...candidates.map((each) => each.code)].join(', ')
    throw refused(`There is no file format "${code}" for positions. Choose one of ${known}.`)
  }
  const due = versionOrRefusal(candidate.versions, nav.navDate)
  if (due instanceof DomainError) throw refused(due.message)
  return opened(due)
}

const refused = (sentence: string) =>
  new DomainError('invalid', sentence, { title: MATCHING_TITLE, fields: { format: sentence } })

/** The version that counts on the NAV date; where none does, the newest, with the reason. */
function recognisable({ versions }: Candidate, nav: NavFacts): MatchingFormat[] {
  const due = versionOrRefusal(versions, nav.navDate)
  if (!(due instanceof DomainError)) return [{ version: opened(due), refusal: null }]
  const newest = versions.at(-1)
  return newest ? [{ version: opened(newest), refusal: due.message }] : []
}
