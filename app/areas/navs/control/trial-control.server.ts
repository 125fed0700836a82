import type { Read } from 'db/database'
import type { Format } from '~/platform/formats/format'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { countsOf, type NavFacts, summaryOf } from '../nav'
import { expectedNav } from '../nav-facts.server'
import type { RuleOutcome } from '../rules/contract'
import { controlKindsOf } from '../workbooks/read-by-format'
import type { ControlWorkers } from '../worker/jobs'
import type { NamedBytes } from './control-upload'
import { readByDraft } from './read-upload.server'
import { previousControl } from './rule-reference.server'
import { inputOfRules } from './run-control.server'

/** What the rules would say of files, of the NAV that was started from, or of the first fund that they have. */
export interface TriedRules {
  fundCode: string | null
  navDate: Day | null
  /** "24 OK · 2 not OK · 15 not applicable", or why no control could run. */
  summary: string
  /** What has to be mended before one can run, where that is more than the summary says. */
  faults: string[]
  /** The rules that would not be OK. */
  notOk: Pick<RuleOutcome, 'name' | 'comment'>[]
}

/**
 * Runs the rules over files that a format reads which is not stored yet, and stores nothing.
 * @param nav the NAV that it was started from; null for none
 * @returns null for a format of other files
 */
export async function triedRules(
  read: Read,
  workers: Pick<ControlWorkers, 'run'>,
  { format, files, nav: from }: { format: Format; files: readonly NamedBytes[]; nav: NavFacts | null },
): Promise<TriedRules | null> {
  if (controlKindsOf(format) === null) return null
  const [first] = await readByDraft(workers, format, { files, nav: from })
  if (!first) return null
  const { fundCode, navDate, tables } = first
  const none = (refusal: DomainError): TriedRules => {
    const faults = refusal.options.list ?? []
    const summary = faults.length > 0 ? 'No control can run over these files:' : refusal.message
    return { fundCode, navDate, summary, faults, notOk: [] }
  }
  if (tables instanceof DomainError) return none(tables)
  try {
    const nav = from ?? (await expectedNav(read, fundCode ?? '', navDate ?? ''))
    const { previousJson, inputJson } = await inputOfRules(
      read,
      { nav, tables },
      await previousControl(read, nav),
    )
    const { outcomes } = await workers.run('evaluate', [tables, previousJson, inputJson])
    return {
      fundCode,
      navDate,
      summary: summaryOf(countsOf(outcomes)),
      faults: [],
      notOk: outcomes
        .filter(({ result }) => result === 'NOK')
        .map(({ name, comment }) => ({ name, comment })),
    }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid') return none(error)
    throw error
  }
}
