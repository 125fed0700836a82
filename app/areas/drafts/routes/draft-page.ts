import { isAllowed, stepTaker } from '~/areas/access/actor'
import { whyNotOverride } from '~/areas/budgets/why-not-override'
import { whyNotAdded } from '~/areas/documents/document-rights'
import { documentsPanel } from '~/areas/documents/routes/panel-source'
import type { Guarded } from '~/http/guard'
import { FILE_TYPES } from '~/platform/files/file-types'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { dayIn } from '~/platform/values/day'
import { nextSteps } from '~/platform/workflow/next-steps.server'
import { draftChoices } from '../draft-choices.server'
import { draftMarks } from '../draft-marks.server'
import { draftView } from '../draft-view.server'
import { filling } from '../field-origin'
import { bankOfDraft } from './draft-bank'
import { papersOf } from './draft-papers'
import { signingOf } from './draft-signing'
import { neededChoices } from './needed-choices'

/** All that the page of a draft shows. */
export async function readDraftPage(guarded: Guarded, request: Request, draftId: number) {
  const { actor, read, services } = guarded
  const { timeZone } = services.settings
  const { history, proofs, file, attachments, flags: _flags, ...view } = await draftView(read, actor, draftId)
  const { draft, instance, editing, eInvoice } = view
  const now = services.clock()
  const choices = await draftChoices(read, draft, dayIn(now, timeZone))
  const { bank, notice } = await bankOfDraft(guarded, draft, eInvoice?.fields ?? {})
  const marks = await draftMarks(read, instance)
  const [signing, steps, papers, documents, events] = await Promise.all([
    signingOf(read, draft, now, timeZone),
    nextSteps(read, stepTaker(actor), instance, marks),
    papersOf(guarded, request, { draft, eInvoice, file, attachments, proofs, bank }),
    documentsPanel(guarded, request, instance),
    sourcePage(guarded, request, eventTable(history, timeZone, instance.round)),
  ])
  return {
    view: { ...view, eInvoice: eInvoice && { ...eInvoice, fields: filling(eInvoice.fields) } },
    bank: instance.queue === 'SYSTEM' ? null : notice,
    ...{ papers, documents, signing, steps, events },
    choices: neededChoices(choices, draft, editing.may),
    keys: {
      save: services.ids.uuid(),
      totals: services.ids.uuid(),
      step: services.ids.uuid(),
      override: services.ids.uuid(),
    },
    budgets: { mayOpen: isAllowed(actor, 'budgets'), whyNot: whyNotOverride(actor, instance, marks) },
    add: {
      proof: whyNotAdded(actor, instance, FILE_TYPES.proof) === null,
      backup: whyNotAdded(actor, instance, FILE_TYPES.backup) === null,
    },
  }
}
