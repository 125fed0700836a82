import type { Readable } from 'node:stream'
import type busboy from 'busboy'
import { displayName } from '~/platform/files/file-types'
import { atMost, FILE_SIZE_ERROR } from '~/platform/files/upload-rules'
import { DomainError } from '~/platform/values/domain-error'
import type { Spool } from './spool'
import type { UploadLimits } from './upload-limits'

/** The refusals of an upload, each a sentence that says what to do. */
export function uploadRefusal(title = 'Upload Error') {
  const invalid = (message: string) => new DomainError('invalid', message, { title })
  const tooLarge = (message: string, titled = title) =>
    new DomainError('too-large', message, { title: titled })
  return {
    noForm: () =>
      invalid('No files were received. Choose the files on the page, or send multipart/form-data.'),
    damaged: () => invalid('The upload arrived damaged or incomplete. Send the files again.'),
    interrupted: () => invalid('The upload was interrupted before it was complete. Send the files again.'),
    bodyTooLarge: () => tooLarge('The files are too large together. Send fewer or smaller files.'),
    tooManyFiles: (most: number) =>
      invalid(
        most === 0
          ? 'Files were sent with a form that accepts none. Reload the page and try again.'
          : `More files were sent than are accepted at once. Choose ${most === 1 ? 'one file' : `at most ${most} files`}.`,
      ),
    tooManyFields: () => invalid('More fields were sent than the form has. Reload the page and try again.'),
    fieldTooLong: (field: string, most: number) =>
      tooLarge(
        `The text in "${field}" is too long. Write at most ${most.toLocaleString('en-GB')} characters.`,
      ),
    fieldTwice: (field: string) =>
      invalid(`The field "${field}" was sent twice. Reload the page and try again.`),
    fieldName: () => invalid('A field of the form has no valid name. Reload the page and try again.'),
    fieldText: (field: string) =>
      invalid(
        `The text in "${field}" holds a character that cannot be stored (NUL). Type it again and try again.`,
      ),
    noFileName: () => invalid('A file was sent without a name. Save it under a name and choose it again.'),
    fileNameControl: (shown: string) =>
      invalid(
        `The name of the file "${shown}" holds line breaks or other control characters. Rename the file and try again.`,
      ),
    fileNameLong: (shown: string, most: number) =>
      invalid(
        `The name of the file "${shown}" is longer than ${most} characters. Rename the file and try again.`,
      ),
    emptyFile: (shown: string) =>
      invalid(`The file "${shown}" is empty. Choose the right file and try again.`),
    fileTooLarge: (shown: string, most: number) => tooLarge(atMost(most).text(shown), FILE_SIZE_ERROR),
  }
}

/** A file of a form, and its position in the form's spool. */
export interface ArrivedFile {
  /** Name of the form's input. */
  field: string
  /** As the sender gave it; shown with displayName, never used as a path. */
  fileName: string
  at: number
  /** In bytes. */
  size: number
}

const NAME_LENGTH = 1_000
const CONTROL = /[\p{Cc}\u2028\u2029]/u
const PROPER_FIELD = /^\P{Cc}{1,100}$/u

/** Collects the parts of one form; keeps the first refusal, and discards everything after it. */
export class UploadParts {
  #fields = new Map<string, string>()
  #files: ArrivedFile[] = []
  #refused: Error | null = null
  /** Resolves when all file content so far is stored; each file begins where the previous one ends. */
  #kept: Promise<void> = Promise.resolve()
  readonly #refusal

  constructor(
    private readonly limits: UploadLimits,
    private readonly spool: Spool,
  ) {
    this.#refusal = uploadRefusal(limits.title)
  }

  refuse(error: Error): void {
    this.#refused ??= error
    this.#files = []
    void this.spool.close()
  }

  throwRefusal(): void {
    if (this.#refused) throw this.#refused
  }

  listenTo(parser: busboy.Busboy): void {
    // Despite busboy's types, a part may have no name.
    parser.on('file', (field: string | undefined, stream, info) => this.#file(field, stream, info.filename))
    parser.on('field', (field: string | undefined, text, info) =>
      this.#field(field, text, info.valueTruncated),
    )
    parser.on('filesLimit', () => this.refuse(this.#refusal.tooManyFiles(this.limits.files)))
    parser.on('fieldsLimit', () => this.refuse(this.#refusal.tooManyFields()))
    parser.on('partsLimit', () => this.refuse(this.#refusal.tooManyFields()))
  }

  /** All fields and files, when the form is complete. @throws the first refusal */
  async all(): Promise<{ fields: Record<string, string>; files: ArrivedFile[] }> {
    await this.#kept
    this.throwRefusal()
    return { fields: Object.fromEntries(this.#fields), files: this.#files }
  }

  #file(field: string | undefined, stream: Readable, givenName: string | undefined): void {
    // A damaged form also ends its file with an error, which the parser's own error already reports.
    stream.on('error', () => {})
    const fileName = unescaped(givenName ?? '')
    const shown = displayName(fileName)
    const file = { field: field ?? '', fileName, at: 0, size: 0 }
    if (!field || !PROPER_FIELD.test(field)) this.refuse(this.#refusal.fieldName())
    else if (CONTROL.test(fileName)) this.refuse(this.#refusal.fileNameControl(shown))
    else if (fileName.length > NAME_LENGTH) this.refuse(this.#refusal.fileNameLong(shown, NAME_LENGTH))
    else if (fileName !== '') this.#files.push(file)
    if (this.#files.length > this.limits.files) this.refuse(this.#refusal.tooManyFiles(this.limits.files))
    this.#kept = this.#kept
      .then(() => this.#keep(file, stream))
      .catch(() => this.refuse(this.#refusal.damaged()))
  }

  /** The parser waits while a file waits to be stored, and so does the sender. */
  async #keep(file: ArrivedFile, stream: Readable): Promise<void> {
    const { fileName } = file
    const shown = displayName(fileName)
    const {
      fileBytes,
      tooLarge = (name: string) => this.#refusal.fileTooLarge(displayName(name), fileBytes),
    } = this.limits
    file.at = this.spool.size
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      file.size += chunk.byteLength
      if (fileName === '') this.refuse(this.#refusal.noFileName())
      else if (file.size > fileBytes) this.refuse(tooLarge(fileName))
      if (!this.#refused) await this.spool.write(chunk).catch((error: Error) => this.refuse(error))
    }
    if (fileName !== '' && file.size === 0) this.refuse(this.#refusal.emptyFile(shown))
  }

  #field(field: string | undefined, text: string, truncated: boolean): void {
    const { fieldBytes = 64 * 1024, fields = 50 } = this.limits
    if (!field || !PROPER_FIELD.test(field)) this.refuse(this.#refusal.fieldName())
    else if (truncated) this.refuse(this.#refusal.fieldTooLong(field, fieldBytes))
    else if (this.#fields.has(field)) this.refuse(this.#refusal.fieldTwice(field))
    else if (this.#fields.size === fields) this.refuse(this.#refusal.tooManyFields())
    else if (text.includes('\u0000')) this.refuse(this.#refusal.fieldText(field))
    else this.#fields.set(field, isPasswordField(field) ? text : typedText(text))
  }
}

/** Browsers write a quote in a file's name as %22 (HTML, multipart/form-data encoding). */
function unescaped(name: string): string {
  return name.replaceAll('%22', '"')
}

/** Passwords are not changed at all: "password", "current_password", and so on. */
export function isPasswordField(name: string): boolean {
  return /(?:^|_)password$/.test(name)
}

/** Text pasted from Word has its own line breaks (vertical tab); other control characters have no meaning. */
export function typedText(text: string): string {
  return text.replace(/[\v\f]/g, '\n').replace(/[^\P{Cc}\t\n\r]/gu, '')
}
