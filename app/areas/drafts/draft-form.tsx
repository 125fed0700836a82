import type { EInvoiceFields } from '~/platform/einvoices/contract'
import { ConflictVersions } from '~/ui/editing/conflict-versions'
import { conflictIn, mergedTyped } from '~/ui/editing/form-conflict'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { OpenLink } from '~/ui/open-close/open-link'
import type { Draft } from './draft'
import { type Checks, DraftChecks } from './draft-checks'
import type { DraftChoices } from './draft-choices.server'
import type { DraftEditing } from './draft-editing'
import { DraftFacts } from './draft-facts'
import { DraftFormProvider } from './draft-field'
import { DraftGroups } from './draft-groups'
import type { DraftField } from './draft-labels'
import { VALIDATION_TITLE } from './draft-rules'
import { fieldOrigin } from './field-origin'
import { ValidationFields } from './validation-fields'

interface DraftFormProps {
  draft: Draft
  choices: DraftChoices
  editing: DraftEditing
  eInvoice: EInvoiceFields | null
  hasLines: boolean
  checks: Checks
  /** Are these of what is typed, not of what is stored? */
  typing: boolean
  /** May the client's authorisation be added here? */
  mayAddProof: boolean
  /** Of the revision that is shown. */
  idempotencyKey: string
  refused?: Refused
}

/**
 * What is filled in on a draft: a form with all that this person may change where it is, the rest as facts above it.
 */
export function DraftForm({ draft, choices, editing, eInvoice, checks, refused, ...props }: DraftFormProps) {
  const { may, reason } = editing
  const conflict = conflictIn(refused)
  const origin = (field: DraftField) => eInvoice && fieldOrigin(field, draft, eInvoice)
  // Who saw both versions saves over the stored one; anybody else over the one that they opened.
  const revision = conflict?.revision ?? refused?.typed.revision ?? draft.revision
  const saysMore = refused?.refusal.title === VALIDATION_TITLE
  const shown = refused && (conflict ? { ...refused.refusal, fields: {} } : { ...refused.refusal, saysMore })
  const typed = refused && (conflict ? mergedTyped(refused.typed, conflict, draft) : refused.typed)
  return (
    <div className="draft-form">
      {may === 'nothing' && <Note>{reason}</Note>}
      {may === 'validation' && (
        <Note>The client validates this draft: only validators, their dates and proofs may change.</Note>
      )}
      <DraftChecks
        // The form tells beside the amounts what is odd about them.
        checks={may === 'all' ? { ...checks, notices: [] } : checks}
        // After a refusal they are of what is stored, not of what the form holds, until it is typed in.
        editable={may === 'all' && !(refused && !props.typing)}
      />
      {may !== 'all' && (
        <DraftFacts
          draft={draft}
          choices={choices}
          eInvoice={eInvoice}
          withoutValidation={may === 'validation'}
          allocations={
            props.hasLines && <OpenLink to={`/drafts/${draft.id}/allocations`}>Show allocations</OpenLink>
          }
        />
      )}
      {may !== 'nothing' && (
        <Form idempotencyKey={props.idempotencyKey} refusal={shown} typed={typed}>
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="revision" value={revision} />
          {conflict && <ConflictVersions versions={conflict.versions} storedHref={`/drafts/${draft.id}`} />}
          <DraftFormProvider value={{ draft, origin }}>
            {may === 'all' ? (
              <DraftGroups draft={draft} choices={choices} hasLines={props.hasLines} />
            ) : (
              <ValidationFields validators={choices.validators} />
            )}
          </DraftFormProvider>
          <FormActions>
            <SubmitButton name="next" value="stay">
              {conflict ? 'Save mine over it' : 'Confirm'}
            </SubmitButton>
            {may === 'all' && (
              <SubmitButton name="next" value="allocate" look="plain">
                Allocate
              </SubmitButton>
            )}
            {props.mayAddProof && (
              <OpenLink className="button" to={`/drafts/${draft.id}/add/client-validation`}>
                Add Client Validation
              </OpenLink>
            )}
            {may === 'all' && (
              <CloseLink className="button" to="/drafts">
                Cancel changes
              </CloseLink>
            )}
          </FormActions>
        </Form>
      )}
    </div>
  )
}
