import { Form as GetForm } from '@remix-run/react'
import { useState } from 'react'
import { ChoiceControl } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { overId } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import type { SelectOption } from '~/ui/form/inputs'
import { ErrorBanner } from '~/ui/message/message'

/** All entities, or only the one that is shown where there are too many for a page. */
export interface OfferedEntities {
  options: readonly SelectOption[]
  search: boolean
}

export interface Sought {
  text: string
  message: string
}

interface EntityPickerProps {
  path: string
  entities: OfferedEntities
  /** The entity whose accounts are shown; null while none is chosen. */
  shown: { id: number; name: string } | null
  /** A name that is not in the list, and what to do. */
  sought: Sought | null
  isDefault: boolean
  mayChange: boolean
  idempotencyKey: string
  refused?: Refused
}

/** Chooses the entity whose accounts are shown: in the address, so that a link shows the same. */
export function EntityPicker({
  path,
  entities,
  shown,
  sought,
  isDefault,
  mayChange,
  idempotencyKey,
  refused,
}: EntityPickerProps) {
  const [isOver, setOver] = useState(false)
  return (
    <div className="choices">
      {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <GetForm
        method="get"
        action={path}
        className="toolbar"
        role="search"
        aria-label="Choice of the legal entity"
      >
        <label htmlFor={isOver ? overId('entity') : 'entity'}>Legal entity</label>
        <ChoiceControl
          id="entity"
          name="entity"
          label="Legal entity"
          defaultValue={sought?.text ?? (shown ? String(shown.id) : '')}
          options={entities.options}
          search={entities.search ? '/choices/all' : undefined}
          blank={shown === null ? 'Choose one' : undefined}
          aria-describedby={sought ? 'entity-error' : undefined}
          aria-invalid={sought ? true : undefined}
          onOver={setOver}
          required
        />
        <button type="submit" className="button">
          Show entity
        </button>
        {shown !== null && isDefault && <span className="muted">Default entity</span>}
      </GetForm>
      {sought && (
        <p className="field__error" id="entity-error" role="alert">
          {sought.message}
        </p>
      )}
      {shown !== null && !isDefault && mayChange && (
        <Form prefix="default" idempotencyKey={idempotencyKey}>
          <input type="hidden" name="intent" value="default entity" />
          <input type="hidden" name="defaultEntity" value={shown.id} />
          <SubmitButton look="plain">Make it the default</SubmitButton>
        </Form>
      )}
    </div>
  )
}
