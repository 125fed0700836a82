import { Link, useLocation } from '@remix-run/react'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { CostLine } from './draft'

interface DropLineProps {
  line: CostLine
  revision: number
  idempotencyKey: string
  cancelHref: string
}

/** In the row of a line that is to be deleted: asks once more. */
export function DropLine({ line, revision, idempotencyKey, cancelHref }: DropLineProps) {
  const { state } = useLocation()
  return (
    <Form prefix={`drop-${line.id}`} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value="delete line" />
      <input type="hidden" name="lineId" value={line.id} />
      <input type="hidden" name="revision" value={revision} />
      <FormActions>
        <SubmitButton look="danger" busyText="Deleting…">
          Delete it
        </SubmitButton>
        <Link to={cancelHref} state={state} replace discover="none" preventScrollReset>
          Keep it
        </Link>
      </FormActions>
    </Form>
  )
}
