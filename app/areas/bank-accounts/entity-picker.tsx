import { Form as GetForm } from '@remix-run/react'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner } from '~/ui/message/message'

interface EntityPickerProps {
  path: string
  entities: readonly { id: number; name: string }[]
  /** Whose accounts are shown; null while nobody chose one. */
  shown: { id: number; name: string } | null
  isDefault: boolean
  mayChange: boolean
  refused?: Refused
}

/** Chooses the entity whose accounts are shown: in the address, so that a link shows the same. */
export function EntityPicker({ path, entities, shown, isDefault, mayChange, refused }: EntityPickerProps) {
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
        <label htmlFor="entity">Legal entity</label>
        <select
          id="entity"
          name="entity"
          key={shown?.id ?? 0}
          defaultValue={shown?.id ?? ''}
          style={{ maxWidth: '100%' }}
          required
        >
          {shown === null && <option value="">Choose one</option>}
          {entities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" className="button">
          Show
        </button>
        {shown !== null && isDefault && (
          <span className="muted">The page opens with this entity unless another is chosen.</span>
        )}
      </GetForm>
      {shown !== null && !isDefault && mayChange && (
        <Form prefix="default">
          <input type="hidden" name="defaultEntity" value={shown.id} />
          <SubmitButton look="plain">Open this page with it from now on</SubmitButton>
        </Form>
      )}
    </div>
  )
}
