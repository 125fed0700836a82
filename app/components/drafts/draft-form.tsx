import type { Draft } from '~/domain/drafts/draft'
import type { DraftChoices } from '~/domain/drafts/draft-choices.server'
import type { DraftEditing } from '~/domain/drafts/draft-editing'
import type { DraftField } from '~/domain/drafts/draft-labels'
import type { EInvoiceFields } from '~/domain/einvoices/contract'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { OpenLink } from '~/ui/open-close/open-link'
import { type Checks, DraftChecks } from './draft-checks'
import { ConflictVersions, conflictIn, mergedTyped } from './draft-conflict'
import { DraftFormProvider } from './draft-field'
import { DraftGroups } from './draft-groups'
import { fieldOrigin } from './field-origin'
import { useLiveChecks } from './use-live-checks'

interface DraftFormProps {
  draft: Draft
  choices: DraftChoices
  editing: DraftEditing
  eInvoice: EInvoiceFields | null
  hasLines: boolean
  checks: Checks
  /** Of the revision that is shown. */
  idempotencyKey: string
  refused?: Refused
}

/** The form of a draft: all its fields, as far as this person may change them where it is. */
export function DraftForm({ draft, choices, editing, eInvoice, checks, refused, ...props }: DraftFormProps) {
  const { may, reason } = editing
  const conflict = conflictIn(refused)
  const live = useLiveChecks(draft.id, checks)
  const origin = (field: DraftField) => eInvoice && fieldOrigin(field, draft, eInvoice)
  // Who saw both versions saves over the stored one; anybody else over the one that they opened.
  const revision = conflict?.revision ?? refused?.typed.revision ?? draft.revision
  const shown = refused && (conflict ? { ...refused.refusal, fields: {} } : refused.refusal)
  const typed = refused && (conflict ? mergedTyped(refused.typed, conflict, draft) : refused.typed)
  return (
    <div className="draft-form" onInput={may === 'all' ? live.onInput : undefined}>
      {may === 'nothing' && <Note>{reason}</Note>}
      {may === 'validation' && (
        <Note>The client validates this draft: only validators, their dates and proofs may change.</Note>
      )}
      <DraftChecks checks={live.checks} editable={may === 'all'} />
      <Form idempotencyKey={props.idempotencyKey} refusal={shown} typed={typed}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="revision" value={revision} />
        {conflict && <ConflictVersions versions={conflict.versions} draftId={draft.id} />}
        <DraftFormProvider value={{ draft, origin }}>
          <DraftGroups draft={draft} choices={choices} may={may} hasLines={props.hasLines} />
        </DraftFormProvider>
        <FormActions>
          {may !== 'nothing' && (
            <SubmitButton name="next" value="stay">
              {conflict ? 'Save mine over it' : 'Confirm'}
            </SubmitButton>
          )}
          {may === 'all' ? (
            <SubmitButton name="next" value="allocate" look="plain">
              Allocate
            </SubmitButton>
          ) : (
            <OpenLink className="button" to={`/drafts/${draft.id}/allocations`}>
              Show allocations
            </OpenLink>
          )}
          {may !== 'nothing' && (
            <CloseLink className="button" to="/drafts">
              Cancel
            </CloseLink>
          )}
        </FormActions>
      </Form>
    </div>
  )
}
