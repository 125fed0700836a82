import { showDay, showExact } from '~/platform/values/show'
import type { NavErrorCase } from './nav-error'

/** What a case says of the rules by which it is judged. */
export type JudgedBy = Pick<
  NavErrorCase,
  'policy' | 'thresholdLevel' | 'policyLevels' | 'feesBookedLater' | 'analysisDocumentId' | 'investorsToldOn'
>

/** "0.5 %, fund RES01 (N11); analysis in document 12, investors told on 02/11/2026" */
export function thresholdText({ policy: { threshold }, ...found }: JudgedBy): string {
  const analysis =
    found.analysisDocumentId === null
      ? ''
      : `; analysis in document ${found.analysisDocumentId}, investors told on ${showDay(found.investorsToldOn)}`
  return `${threshold === null ? 'none' : `${showExact(threshold)} %`}, ${found.thresholdLevel}${analysis}`
}
