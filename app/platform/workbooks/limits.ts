import { DomainError } from '~/platform/values/domain-error'

/** Refuses a file that is not a readable workbook: the message names it and says what to do. */
function refused(file: string, what: string, todo: string): DomainError {
  return new DomainError('invalid', `${file} ${what} ${todo}`)
}

export function encrypted(file: string): DomainError {
  return refused(
    file,
    'is protected by a password.',
    'Open it in Excel, remove the password (File > Info > Protect Workbook), save it and upload it again.',
  )
}

export function olderWorkbook(file: string): DomainError {
  return refused(
    file,
    'is a workbook of Excel 4 or older (.xls).',
    'Open it in Excel, save it as Excel Workbook (.xlsx) and upload that file.',
  )
}

/** A file of another kind, whatever its name. */
export function notAWorkbook(file: string, kind: string): DomainError {
  return refused(
    file,
    `is not an Excel workbook, an OpenDocument spreadsheet (.ods) or a text file (.csv): it is ${kind}.`,
    'Open it in Excel, save it as Excel Workbook (.xlsx) and upload that file.',
  )
}

/** Damaged bytes or XML. A separate class, because damage does no harm in a part that is not needed. */
export class Damaged extends DomainError {}

export function broken(file: string): Damaged {
  return new Damaged(
    'invalid',
    `${file} is damaged and cannot be read. Open it in Excel, let Excel repair it, save it as Excel Workbook (.xlsx) and upload it again; or export it again.`,
  )
}

export function tooLarge(file: string, why: string): DomainError {
  return refused(
    file,
    `is too large: ${why}.`,
    'Remove sheets, rows and columns that are not needed, save it and upload it again.',
  )
}

export function doctype(file: string): DomainError {
  return refused(
    file,
    'holds a document type declaration, which no spreadsheet program writes; it is refused for safety.',
    'Open it in Excel, save it as Excel Workbook (.xlsx) and upload that file.',
  )
}

/** How much of a workbook is read; small zip files can contain gigabytes. */
export const LIMITS = {
  /** Entries of the zip file. */
  entries: 1_000,
  /** Bytes actually decompressed, over all parts read. */
  inflatedBytes: 50 * 1024 * 1024,
  /** Filled cells over all sheets. */
  cells: 200_000,
  /** Characters of all texts. */
  text: 20 * 1024 * 1024,
  /** Nesting depth of elements; real workbooks stay below 30. */
  depth: 200,
} as const

/** Counts what is read of one workbook and throws the refusal when a limit is exceeded. */
export class Budget {
  private inflated = 0
  private cellCount = 0
  private characters = 0

  constructor(private readonly file: string) {}

  inflate(bytes: number): void {
    this.inflated += bytes
    if (this.inflated > LIMITS.inflatedBytes) throw this.refusal('its content unpacks to more than 50 MB')
  }

  cell(): void {
    if (++this.cellCount > LIMITS.cells) throw this.refusal('it has more than 200,000 filled cells')
  }

  text(characters: number): void {
    this.characters += characters
    if (this.characters > LIMITS.text) throw this.refusal('it holds more than 20 MB of text')
  }

  private refusal(why: string): DomainError {
    return tooLarge(this.file, why)
  }
}
