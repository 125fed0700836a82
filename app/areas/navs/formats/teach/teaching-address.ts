import { type ControlSet, SET_IN_PATH } from '../../nav'

/** Longer comments are typed again. */
const MAX_COMMENT_LENGTH = 500

/** Where kept files are taught. */
export function teachingAddress(keptId: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query)
  return `/admin/formats/teach/${keptId}${search.size > 0 ? `?${search}` : ''}`
}

/** What the page of teaching needs to run the upload of a control once the format is approved. */
export function queryOfUpload(
  { fundNavId, set }: { fundNavId: number | null; set: ControlSet },
  { reason = '', comment = '' }: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    ...(fundNavId === null ? {} : { fundNavId: String(fundNavId) }),
    set: SET_IN_PATH[set],
    reason,
    comment: comment.length <= MAX_COMMENT_LENGTH ? comment : '',
  }
}
