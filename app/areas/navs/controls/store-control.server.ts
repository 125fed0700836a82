import type { Transaction } from 'db/database'
import { fundNav, navControl, navControlFile, ruleResult } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { storeDocuments } from '~/platform/files/store-document.server'
import type { RuleOutcome } from '../rules/contract'
import { CONTROL_SETS, type ControlUpload } from './control-upload'
import { storeFigures } from './figures.server'

export interface ControlToStore {
  fundNavId: number
  round: number
  upload: ControlUpload
  /** What each file was recognised as, in the order of the upload. */
  fileTypes: readonly string[]
  /** ControlData as JSON. */
  figures: string
  outcomes: readonly RuleOutcome[]
  previousControlId: number | null
  actor: Actor
  now: Date
}

/** Stores a control with its files, figures and rule results, and makes it the NAV's current one. Answers its id. */
export async function storeControl(tx: Transaction, control: ControlToStore): Promise<number> {
  const { upload, outcomes, actor, now } = control
  const { uploadType, definition } = CONTROL_SETS[upload.set]
  const okCount = outcomes.filter(({ result }) => result.startsWith('OK')).length
  const [row] = await tx
    .insert(navControl)
    .values({
      fundNavId: control.fundNavId,
      round: control.round,
      uploadType,
      definition,
      reasonCode: upload.reasonCode,
      comment: upload.comment.trim(),
      userId: actor.id,
      submittedAt: now,
      previousControlId: control.previousControlId,
      okCount,
      nokCount: outcomes.length - okCount,
    })
    .returning({ id: navControl.id })
  if (!row) throw new Error('The control was not stored')
  const fileTypes = upload.files.map((_, index) => control.fileTypes[index] ?? 'Workbook')
  const documentIds = await storeDocuments(
    tx,
    upload.files.map(({ fileName, bytes, scannedBy }, index) => ({
      objectKind: 'nav',
      objectId: control.fundNavId,
      fileType: fileTypes[index] ?? '',
      fileName,
      bytes,
      scannedBy,
      createdBy: actor.id,
      now,
    })),
  )
  await tx.insert(navControlFile).values(
    documentIds.map((documentId, fileIndex) => ({
      controlId: row.id,
      fileIndex,
      documentId,
      fileType: fileTypes[fileIndex] ?? '',
    })),
  )
  await storeFigures(tx, row.id, control.figures)
  await tx.insert(ruleResult).values(
    outcomes.map(({ id, sortingOrder, name, severity, result, comment, breachCount, ...evidence }) => ({
      controlId: row.id,
      ruleId: id,
      sortingOrder,
      name,
      severity,
      result,
      comment,
      evidence: { ...evidence, computedResult: result, computedComment: comment },
      breachCount,
    })),
  )
  await tx.update(fundNav).set({ currentControlId: row.id }).where(eq(fundNav.id, control.fundNavId))
  return row.id
}
