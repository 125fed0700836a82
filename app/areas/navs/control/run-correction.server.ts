import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { Decimal } from '~/platform/values/decimal'
import type { NavFacts } from '../nav'
import { type RuleReference, storedReference } from '../rules/stored-input'
import type { ControlUpload } from './control-upload'
import { previousControl, pricesElsewhere, ruleReference } from './rule-reference.server'
import type { ControlWithResults } from './rule-results.server'
import { beginRules, type ControlSite, type FilesRead, readFiles } from './run-control.server'
import { figuresJson, storeControl } from './store-control.server'

/** The reason of controls of corrected files. */
const CORRECTION_REASON = 'NAV ERROR'

/** Reads the corrected files of a NAV. @throws DomainError invalid with all faults; too-large */
export function readCorrection(
  work: UserWork,
  site: ControlSite,
  upload: Omit<ControlUpload, 'reasonCode'>,
): Promise<FilesRead> {
  return readFiles(work, site, { ...upload, reasonCode: CORRECTION_REASON })
}

/** What a correction is controlled with, in addition to its files. */
interface CorrectionRun {
  upload: Omit<ControlUpload, 'reasonCode'>
  files: FilesRead
  /** The NAV error. */
  navErrorId: number
  /** Of the NAV, that was sent. */
  round: number
  /**
   * What holders paid too much at the NAV before, less what they were paid too much, in fund currency, by the NAV that
   * the rules compare with; null where the books hold it already.
   */
  paidByError: ((previous: { controlId: number; navDate: string }) => Decimal) | null
}

/**
 * Runs the rules over corrected files of a NAV that was sent, against the corrected NAV before it. N11 is not
 * applicable: by how much the NAV was wrong is what the case says.
 * @returns a function that stores the control beside the NAV's own, in a transaction
 */
export async function runCorrection(
  { read }: UserWork,
  site: ControlSite,
  { upload, files: { nav, tables, format }, navErrorId, round, paidByError }: CorrectionRun,
): Promise<(context: UserWriteContext) => Promise<ControlWithResults>> {
  const previous = await previousControl(read, nav, navErrorId)
  const [reference, previousJson, elsewhere] = await Promise.all([
    ruleReference(read, nav, previous),
    previous ? figuresJson(read, previous.controlId) : null,
    pricesElsewhere(read, nav.fundId, tables.inventory?.lines ?? null),
  ])
  const input: RuleReference = {
    ...reference,
    sent: null,
    pricesElsewhere: elsewhere,
    ...(previous && paidByError ? { paidByError: paidByError(previous) } : {}),
  }
  const inputJson = JSON.stringify(storedReference(input))
  const { evaluation } = await beginRules(site, nav, [tables, previousJson, inputJson])
  return (context) =>
    storeControl(context, {
      fundNavId: nav.id,
      round,
      upload: { ...upload, reasonCode: CORRECTION_REASON },
      tables,
      format,
      evaluation,
      inputJson,
      previousControlId: previous?.controlId ?? null,
      navErrorId,
      sameFilesAs: null,
      reasonDisplay: CORRECTION_REASON,
    })
}

/** The set of files of a correction: that of the NAV's provider, by their number. */
export function correctionSet({ provider }: Pick<NavFacts, 'provider'>, files: number): ControlUpload['set'] {
  if (provider === 'MFFA') return 'MFFA'
  return files === 2 ? 'FIA2' : 'FIA3'
}
