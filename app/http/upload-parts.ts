import type { Readable } from 'node:stream'
import type busboy from 'busboy'
import { displayName } from '~/platform/files/display-name'
import type { Spool } from './spool'
import type { UploadLimits } from './upload-limits'
import { uploadRefusal } from './upload-refusal'

/** A file of a form, and where in the form's spool it is kept. */
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

/** Collects the parts of one form; the first refusal stays, and everything after it is thrown away. */
export class UploadParts {
  #fields = new Map<string, string>()
  #files: ArrivedFile[] = []
  #refused: Error | null = null
  /** Ends when all that came of files so far is kept; each file begins where the one before ends. */
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
    // What busboy's types promise is not always there: a part may come without a name.
    parser.on('file', (field: string | undefined, stream, info) => this.#file(field, stream, info.filename))
    parser.on('field', (field: string | undefined, text, info) =>
      this.#field(field, text, info.valueTruncated),
    )
    parser.on('filesLimit', () => this.refuse(this.#refusal.tooManyFiles(this.limits.files)))
    parser.on('fieldsLimit', () => this.refuse(this.#refusal.tooManyFields()))
    parser.on('partsLimit', () => this.refuse(this.#refusal.tooManyFields()))
  }

  /** All fields and files, once the form is complete. @throws the first refusal */
  async all(): Promise<{ fields: Record<string, string>; files: ArrivedFile[] }> {
    await this.#kept
    this.throwRefusal()
    return { fields: Object.fromEntries(this.#fields), files: this.#files }
  }

  #file(field: string | undefined, stream: Readable, givenName: string | undefined): void {
    // A damaged form ends its file with an error too; the parser's own error tells about it.
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

  /** The parser waits while a file waits to be kept, and so does the sender. */
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

/** A password counts exactly as it came: "password", "current_password", and so on. */
export function isPasswordField(name: string): boolean {
  return /(?:^|_)password$/.test(name)
}

/** Text pasted from Word brings line breaks of its own (vertical tab); other control characters mean nothing. */
export function typedText(text: string): string {
  return text.replace(/[\v\f]/g, '\n').replace(/[^\P{Cc}\t\n\r]/gu, '')
}
