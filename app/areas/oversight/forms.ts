import { z } from 'zod'
import { formId } from '~/http/form'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { monthFaults } from './oversight'
import type { OversightScope } from './report'

const month = z.string('Give a month as 2026-10.').trim()
const optional = z
  .string()
  .default('')
  .transform((text) => (text.trim() === '' ? null : text.trim()))

/** The form of a new report. */
export const NewReportFields = z.object({ from: month, to: month, provider: optional, fund: optional })

/** The step of a report. */
export const ReportStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  eventLog: z.string().max(MAX_COMMENT_LENGTH, 'Comment: write at most 4,000 characters.').default(''),
})

/** A report that is being made. */
export const JobFields = z.object({ jobId: formId() })

/** What the parameters of a call ask for; the last month by default. */
export function requestedScope(
  params: URLSearchParams,
  last: string,
): { scope: OversightScope; faults: Record<string, string> } {
  const given = (name: string) => params.get(name)?.trim() || null
  const from = given('from') ?? given('to') ?? last
  const to = given('to') ?? from
  return {
    scope: { from, to, provider: given('provider'), fund: given('fund') },
    faults: monthFaults(from, to),
  }
}
