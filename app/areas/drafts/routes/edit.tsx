import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { withEntityIds } from '~/areas/reference-data/find-entities.server'
import { idInPath, sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { Dialog } from '~/ui/dialog/dialog'
import { DraftPapers } from '../draft-papers'
import { NAMED_ENTITIES } from '../entry/choices.server'
import { DraftForm } from '../entry/draft-form'
import { SUGGESTED_FIELDS, TAKEN, takenName } from '../entry/suggested-fields'
import { updateDraft } from '../entry/update-draft.server'
import { DraftSaveFields, draftFieldsIn } from '../forms'
import { NOT_SAVED } from './draft-actions'
import { readDraftForm } from './draft-page'

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  return pageRead(() => readDraftForm(guarded, args.request, idInPath(args.params.draftId)))
}

/** Saves the fields of the draft; "Allocate" leads on to its cost lines. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'draftsdashboard', 'update')
  const draftId = idInPath(args.params.draftId)
  return formAnswer(
    args,
    async (typed) => {
      const { read, transaction } = guarded
      const { revision } = parseFields(typed, DraftSaveFields, NOT_SAVED)
      const fields = draftFieldsIn(await withEntityIds(read, typed, NAMED_ENTITIES))
      await transaction((context) => updateDraft(context, { draftId, revision, fields }))
      const said = `Draft ${draftId} saved`
      if (typed.next === 'suggest')
        return redirectWithStatus(guarded, allSuggested(draftId, args.request), said)
      const to = typed.next === 'allocate' ? `/drafts/${draftId}/allocations` : `/drafts/${draftId}`
      return redirectWithStatus(guarded, to + sameSearch(args.request), said)
    },
    NOT_SAVED,
  )
}

/** The form with all that its supplier's last invoices suggest for blank fields, to be confirmed. */
function allSuggested(draftId: number, request: Request): string {
  const params = new URLSearchParams(sameSearch(request))
  params.delete(TAKEN)
  for (const field of SUGGESTED_FIELDS) params.append(TAKEN, takenName(draftId, field))
  return `/drafts/${draftId}/edit?${params}`
}

/** The popup in which a draft is edited, next to its documents. */
export default function EditDraft() {
  const { papers, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog
      title={`Edit drafted invoice ${form.draft.id}`}
      size="full"
      closeHref={`/drafts/${form.draft.id}`}
    >
      <div className="draft beside-file">
        <div className="draft__entry">
          <DraftForm key={`${form.draft.id} ${refused ? 'refused' : ''}`} {...form} refused={refused} />
        </div>
        <DraftPapers {...papers} />
      </div>
    </Dialog>
  )
}
