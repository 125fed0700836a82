import { z } from 'zod'
import type { UserContext } from '~/areas/access/user-context'
import { aBoolean, anId, anInstant, aStoredFile, aText, created } from '~/http/calls/answers'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { takesFiles } from '~/http/calls/takes'
import { codeOf, idOf } from '~/http/calls/values'
import { documentUpload, proofUpload } from '~/http/uploads/upload-limits'
import { FILE_TYPES, type FileType, STORED_TYPES } from '~/platform/files/file-types'
import { ONE_FILE_ERROR } from '~/platform/files/upload-rules'
import { instanceById } from '~/platform/workflow/instance.server'
import { addBackup, addDocuments, addProof } from './add-documents.server'
import { mayOnKind, whyNotAdded } from './document-rights.server'
import { documentsFor, objectFor } from './documents-of.server'
import { DOCUMENT_FIELDS } from './documents-panel'
import { removeDocumentWithKey } from './remove-document.server'
import { documentDownload } from './routes/document-download'

/** Document of the specification, section 3, as lists return it. */
export const aDocument = z
  .object({
    id: anId,
    fileName: aText,
    creationDate: anInstant,
    createdBy: aText.describe('Full name, or SYSTEM.'),
    file_type: aText,
    scannedBy: aText
      .nullable()
      .describe('The virus scanner that found it clean when it was uploaded; null if it was not scanned.'),
    canDelete: aBoolean.describe('Whether the caller may delete it now.'),
  })
  .meta({ id: 'Document' })

/** What an upload stored. If it was deleted and the upload is sent again, only its ids are returned. */
export const anAddedDocument = z
  .object({ ...aDocument.partial().shape, id: anId, objectId: anId })
  .meta({ id: 'AddedDocument' })

/** What an upload stored, as the list of its object shows it. */
export async function documentShape(context: UserContext, objectId: number, id: number) {
  const listed = await documentsFor(context, await instanceById(context.read, objectId))
  const made = listed.find((each) => each.id === id)
  // Between the two another user may have deleted it again.
  return made ? { ...made, objectId } : { id, objectId }
}

/** The call that adds a draft's one PDF or Excel file; 201 and the document. */
export function oneFileUpload(fileType: FileType, add: typeof addProof, what: string): Call {
  return {
    may: ['draftsdashboard', 'add', 'update'],
    title: ONE_FILE_ERROR,
    summary: `Adds ${what} to a draft: one PDF or Excel file.`,
    answers: { 201: anAddedDocument },
    ...takesFiles(
      { limits: proofUpload, keeps: true },
      async (guarded, _, { files }, draftId: number) => {
        const id = await add(guarded, { draftId, files })
        return created(await documentShape(guarded, draftId, id))
      },
      async (guarded, { params }) => {
        const { actor } = guarded
        const draftId = idOf(params.draftId, 'draft')
        const off = whyNotAdded(actor, await objectFor(guarded, draftId), fileType)
        // With a key it may be a retry of what was stored before the object moved on: its files decide.
        if (off && (off.code === 'forbidden' || guarded.sentKey() === null)) throw off
        return draftId
      },
    ),
  }
}

/**
 * Deletes a document, where its kind, its object and the caller's permissions allow it, and returns what was deleted.
 */
export const remove: Call = {
  may: 'any user',
  summary:
    'Deletes a document, where its kind, its object and your permissions allow it; answers what was deleted.',
  answers: { 200: z.object({ id: anId, objectId: anId, fileName: aText, file_type: aText }) },
  title: 'Delete Error',
  async answer(guarded, { params }) {
    const { transaction } = guarded
    const id = idOf(params.documentId, 'document')
    return transaction((context) => removeDocumentWithKey(context, { id }))
  },
}

/** The facts of an upload that are known before its body is read. */
interface PassedDocument {
  objectId: number
  fileType: string
}

export const documentsCalls: EndpointTable = {
  about: 'documents',
  calls: {
    /**
     * GET documents/{id}: the file, for those who may open the page of the object that it belongs to. DELETE deletes
     * it.
     */
    'documents/:documentId': {
      GET: {
        may: 'any user',
        summary: 'The file, for those who may open the page of the object that it belongs to.',
        answers: { 200: aStoredFile(...STORED_TYPES) },
        answer: (guarded, { request, params }) =>
          documentDownload(guarded, request, params.documentId, ({ objectKind }) =>
            mayOnKind(guarded.actor, objectKind),
          ),
      },
      DELETE: remove,
    },
    /** GET documents/{id}/delete deletes a document, and POST does. */
    'documents/:documentId/delete': { GET: { ...remove, changes: true }, POST: remove },
    'documents/object/:objectId': {
      GET: {
        may: 'any user',
        summary: 'The documents of an object, the newest first.',
        list: kindsOf(DOCUMENT_FIELDS),
        answers: { 200: z.array(aDocument) },
        async answer(guarded, args) {
          const instance = await objectFor(guarded, idOf(args.params.objectId, 'object'))
          return rowsAnswer(args, await documentsFor(guarded, instance), DOCUMENT_FIELDS)
        },
      },
    },
    'uploadDocument/:fileType/:objectId': {
      POST: {
        may: 'any user',
        title: 'Upload Error',
        summary: 'Adds one file to a NAV, draft, invoice, budget or task.',
        path: { fileType: z.enum([FILE_TYPES.other, FILE_TYPES.proof, FILE_TYPES.backup]) },
        answers: { 201: anAddedDocument },
        ...takesFiles(
          { limits: documentUpload },
          async (guarded, _, { files }, object: PassedDocument) => {
            const [id = 0] = await addDocuments(guarded, { ...object, files })
            return created(await documentShape(guarded, object.objectId, id))
          },
          async (guarded, { params }): Promise<PassedDocument> => {
            const { actor } = guarded
            const objectId = idOf(params.objectId, 'object')
            const fileType = codeOf(params.fileType)
            const off = whyNotAdded(actor, await objectFor(guarded, objectId), fileType)
            // With a key it may be a retry of what was stored before the object moved on: its files decide.
            if (off && (off.code === 'forbidden' || guarded.sentKey() === null)) throw off
            return { objectId, fileType }
          },
        ),
      },
    },
    /** POST uploadclientvalidationdocument/{id}: adds the client's authorisation to a draft; 201 and the document. */
    'uploadclientvalidationdocument/:draftId': {
      POST: oneFileUpload(FILE_TYPES.proof, addProof, "the client's authorisation"),
    },
    /** POST uploadbackupdocument/{id}: adds a backup document to a draft; 201 and the document. */
    'uploadbackupdocument/:draftId': {
      POST: oneFileUpload(FILE_TYPES.backup, addBackup, 'a backup document'),
    },
  },
}
