import type { Readable } from 'node:stream'
import type busboy from 'busboy'
import { displayName } from '~/domain/documents/display-name'
import type { DomainError } from '~/domain/values/domain-error'
import type { UploadLimits } from './upload-limits'
import { uploadRefusal } from './upload-refusal'

export interface UploadedFile {
  /** Name of the form's input. */
  field: string
  /** As the sender gave it; shown with displayName, never used as a path. */
  fileName: string
  /** Own memory, so that it may be handed to a worker. */
  bytes: Uint8Array
}

const NAME_LENGTH = 1_000
const CONTROL = /[\p{Cc}\u2028\u2029]/u
const PROPER_FIELD = /^\P{Cc}{1,100}$/u

/** Collects the parts of one form; the first refusal stays, and everything after it is thrown away. */
export class UploadParts {
  #fields = new Map<string, string>()
  #files: { field: string; fileName: string; chunks: Uint8Array[]; size: number }[] = []
  #refused: DomainError | null = null
  readonly #refusal

  constructor(private readonly limits: UploadLimits) {
    this.#refusal = uploadRefusal(limits.title)
  }

  refuse(error: DomainError): void {
    this.#refused ??= error
    this.#files = []
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

  /** All fields and files, once the form is complete. */
  upload(): { fields: Record<string, string>; files: UploadedFile[] } {
    const files = this.#files.map(({ field, fileName, chunks, size }) => ({
      field,
      fileName,
      bytes: joined(chunks, size),
    }))
    return { fields: Object.fromEntries(this.#fields), files }
  }

  #file(field: string | undefined, stream: Readable, givenName: string | undefined): void {
    // A damaged form ends its file with an error too; the parser's own error tells about it.
    stream.on('error', () => {})
    const fileName = unescaped(givenName ?? '')
    const shown = displayName(fileName)
    const file = { field: field ?? '', fileName, chunks: [] as Uint8Array[], size: 0 }
    if (!field || !PROPER_FIELD.test(field)) this.refuse(this.#refusal.fieldName())
    else if (CONTROL.test(fileName)) this.refuse(this.#refusal.fileNameControl(shown))
    else if (fileName.length > NAME_LENGTH) this.refuse(this.#refusal.fileNameLong(shown, NAME_LENGTH))
    else if (fileName !== '') this.#files.push(file)
    if (this.#files.length > this.limits.files) this.refuse(this.#refusal.tooManyFiles(this.limits.files))

    const {
      fileBytes,
      tooLarge = (name: string) => this.#refusal.fileTooLarge(displayName(name), fileBytes),
    } = this.limits
    stream.on('data', (chunk: Uint8Array) => {
      file.size += chunk.byteLength
      if (fileName === '') this.refuse(this.#refusal.noFileName())
      else if (file.size > fileBytes) this.refuse(tooLarge(fileName))
      if (this.#refused) file.chunks = []
      else file.chunks.push(chunk)
    })
    stream.on('end', () => {
      if (fileName !== '' && file.size === 0) this.refuse(this.#refusal.emptyFile(shown))
    })
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

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
