import { showInstant, showNavDate } from '~/platform/values/show'
import type { DeltaBase } from './delta-of-control.server'

/** What a control is compared with: "the upload of 02/11/2026 09:00". */
export function baseWords(
  { against, submittedAt, navDate }: Pick<DeltaBase, 'against' | 'submittedAt' | 'navDate'>,
  timeZone: string,
): string {
  return against === 'upload'
    ? `the upload of ${showInstant(submittedAt, timeZone)}`
    : `the NAV of ${showNavDate(navDate)}`
}
