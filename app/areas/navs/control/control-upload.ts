import { atMost, FILE_SIZE_ERROR, type SizeRule, WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import { DomainError } from '~/platform/values/domain-error'
import { showInstant } from '~/platform/values/show'
import { CONTROL_SETS, type ControlSet, type NavFacts } from '../nav'
import { UNREAD } from '../workbooks/unread'

/** The required content of a control upload: specification, section 5. */

export interface NamedBytes {
  fileName: string
  bytes: Uint8Array
  /** The virus scanner that found nothing in it; null or missing when it was not scanned. */
  scannedBy?: string | null
}

export interface ControlUpload {
  set: ControlSet
  files: readonly NamedBytes[]
  reasonCode: string
  comment: string
  /** Sent when started from the view of one NAV: the files must then be of that NAV. */
  fundNavId: number | null
  /** The code of the file format to read it by; missing or '' for whichever does. */
  format?: string
  /** It waited for a file format: its sender gets a notice. */
  hasWaited?: true
}

/** Files of this size or larger are refused: 1024 KB. */
export const CONTROL_FILE_BYTES = 1_048_576
export const CONTROL_TITLE = 'Files cannot be integrated, see error.'

/**
 * A sentence that the files were uploaded before; '' where they were not.
 * @param timeZone of the site
 */
export function sameFilesNote(
  same: { id: number; submissionDate: Date | string } | null,
  timeZone: string,
): string {
  return same === null
    ? ''
    : `These are the same files as control ${same.id} of ${showInstant(same.submissionDate, timeZone)}.`
}

/**
 * A sentence that a control took the NAV back from approval; '' where it did not.
 * @param from "SUBMITTED (TEAM LEADER)"
 */
export const withdrawnNote = (from: string | null | undefined): string =>
  from ? `The NAV was ${from}: it is back with the accountant, and its approvals are void` : ''

/** The control files that are too large, with the message about them (specification, sections 5 and 8). */
export const CONTROL_SIZE: SizeRule = {
  from: CONTROL_FILE_BYTES,
  title: FILE_SIZE_ERROR,
  text: (fileName) => `File size too big (>1Mb) for ${fileName}`,
}

/** The same where the site has file formats, which read larger files. */
export const controlSize = (hasFormats: boolean): SizeRule =>
  hasFormats ? atMost(WORKBOOK_BYTES) : CONTROL_SIZE

/** @throws DomainError invalid where the fund's files come from the other provider */
export function checkProvider(
  { fundCode, provider }: Pick<NavFacts, 'fundCode' | 'provider'>,
  set: ControlSet,
): void {
  const { uploadType } = CONTROL_SETS[set]
  if (provider !== uploadType)
    throw new DomainError(
      'invalid',
      `Fund ${fundCode} is controlled with ${provider} files, not ${uploadType}. Choose the ${provider} upload.`,
      { title: CONTROL_TITLE },
    )
}

export function fileTooBig(fileName: string): DomainError {
  return new DomainError('too-large', CONTROL_SIZE.text(fileName), { title: CONTROL_SIZE.title })
}

interface ExpectedUpload {
  /** Null where it has its reason already: corrected files of an NAV error. */
  reasonCodes: readonly string[] | null
  /** How many files it may have. */
  counts: readonly number[]
  size: SizeRule
}

/** Checks number, names and size of the files, the reason and the comment; throws with a sentence for each fault. */
export function checkControlUpload(
  upload: ControlUpload,
  { reasonCodes, counts, size }: ExpectedUpload,
): void {
  const { definition } = CONTROL_SETS[upload.set]
  const fields: Record<string, string> = {}
  const names = upload.files.map(({ fileName }) => fileName)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  const big = upload.files.find(({ bytes }) => bytes.byteLength >= size.from)
  if (big) throw new DomainError('too-large', size.text(big.fileName), { title: size.title })
  if (!counts.includes(names.length))
    fields.files = `Choose exactly ${counts.join(' or ')} Excel files for ${definition}: you chose ${names.length}.`
  else if (twice !== undefined)
    fields.files = `Two files have the same name: ${twice}. Choose each file once.`
  if (reasonCodes !== null && !reasonCodes.includes(upload.reasonCode)) fields.reason = 'Choose a reason.'
  if (reasonCodes !== null && upload.comment.trim() === '')
    fields.comment = 'Please enter a comment (Mandatory).'
  const faults = Object.values(fields)
  if (faults.length > 0)
    throw new DomainError('invalid', faults.join(' '), {
      title: CONTROL_TITLE,
      fields,
      // A set of another number of files is one of another layout.
      ...(counts.includes(names.length) || names.length === 0 ? {} : { details: UNREAD }),
    })
}
