import { atMost, FILE_SIZE_ERROR } from '~/platform/files/upload-rules'
import { DomainError } from '~/platform/values/domain-error'

/** The refusals of an upload, each a sentence that says what to do. */
export function uploadRefusal(title = 'Upload Error') {
  const invalid = (message: string) => new DomainError('invalid', message, { title })
  const tooLarge = (message: string, titled = title) =>
    new DomainError('too-large', message, { title: titled })
  return {
    noForm: () =>
      invalid('No form with files arrived. Choose the files on the page, or send multipart/form-data.'),
    damaged: () => invalid('The upload arrived damaged or incomplete. Send the files again.'),
    interrupted: () => invalid('The upload was interrupted before it was complete. Send the files again.'),
    bodyTooLarge: () =>
      tooLarge('The upload is larger than all its files may be together. Send fewer or smaller files.'),
    tooManyFiles: (most: number) =>
      invalid(
        most === 0
          ? 'Files were sent with a form that takes none. Reload the page and try again.'
          : `More files were sent than can be taken at once. Choose ${most === 1 ? 'one file' : `at most ${most} files`}.`,
      ),
    tooManyFields: () => invalid('More fields were sent than the form has. Reload the page and try again.'),
    fieldTooLong: (field: string, most: number) =>
      tooLarge(
        `The text in "${field}" is too long. Write at most ${most.toLocaleString('en-GB')} characters.`,
      ),
    fieldTwice: (field: string) =>
      invalid(`The field "${field}" was sent twice. Reload the page and try again.`),
    fieldName: () => invalid('A field of the form has no proper name. Reload the page and try again.'),
    fieldText: (field: string) =>
      invalid(
        `The text in "${field}" holds a character that cannot be stored (NUL). Type it anew and try again.`,
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
