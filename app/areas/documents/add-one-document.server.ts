import type { Actor } from '~/areas/access/actor'
import { FILE_TYPES, type FileType } from '~/platform/files/file-types'
import { ONE_FILE_ERROR } from '~/platform/files/upload-rules'
import { DomainError } from '~/platform/values/domain-error'
import { instanceById } from '~/platform/workflow/instance.server'
import { type AddingSite, addDocuments } from './add-documents.server'
import type { NewFile } from './added-documents'

interface OneFile {
  draftId: number
  /** Exactly one; more are refused. */
  files: readonly NewFile[]
}

/** Adds the client's authorisation to a draft: one PDF or Excel file. Answers the document's id. */
export function addProof(site: AddingSite, actor: Actor, one: OneFile, key: string | null): Promise<number> {
  return addOne(site, actor, one, FILE_TYPES.proof, key)
}

/** Adds a backup document to a draft: one PDF or Excel file. Answers the document's id. */
export function addBackup(site: AddingSite, actor: Actor, one: OneFile, key: string | null): Promise<number> {
  return addOne(site, actor, one, FILE_TYPES.backup, key)
}

async function addOne(
  site: AddingSite,
  actor: Actor,
  { draftId, files }: OneFile,
  fileType: FileType,
  key: string | null,
): Promise<number> {
  const { kind } = await instanceById(site.doors.read, draftId)
  if (kind !== 'draft')
    throw new DomainError('not-found', `There is no draft ${draftId}. Reload the list.`, {
      title: ONE_FILE_ERROR,
    })
  const [id] = await addDocuments(site, actor, { objectId: draftId, fileType, files }, key)
  if (id === undefined) throw new Error('The document was not stored')
  return id
}
