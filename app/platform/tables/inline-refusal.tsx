import { Link } from '@remix-run/react'
import { SubmitButton } from '~/ui/form/button'
import { Form, FormActions } from '~/ui/form/form'
import type { Refused } from '~/ui/form/refusal'
import { ErrorBanner } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import { overVersion, RowVersionsTable, versionsIn, waysOn, withoutFields } from './row-conflict-view'
import type { TableColumn } from './table-column'

interface InlineRefusalProps {
  columns: readonly TableColumn[]
  refused: Refused
  idempotencyKey: string
  mayAdd: boolean
  cancelHref: string
}

/**
 * Above the grid when a row was not taken for something that no field can say: when somebody changed or deleted it
 * meanwhile, its versions with what was typed, and the two ways on.
 */
export function InlineRefusal({ columns, refused, idempotencyKey, mayAdd, cancelHref }: InlineRefusalProps) {
  const { refusal } = refused
  const versions = versionsIn(refused)
  if (!versions)
    return Object.keys(refusal.fields ?? {}).length > 0 ? null : (
      <PageSection>
        <ErrorBanner title={refusal.title} text={refusal.message} list={refusal.list} />
      </PageSection>
    )
  const isGone = versions.stored === null
  const [mine, theirs] = waysOn(versions)
  const { idempotencyKey: _key, seen: _seen, over: _over, ...typed } = refused.typed
  return (
    <PageSection>
      <Form idempotencyKey={idempotencyKey} refusal={withoutFields(refused).refusal}>
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <RowVersionsTable columns={columns} versions={versions} />
        <FormActions>
          <SubmitButton
            name="over"
            value={overVersion(versions)}
            off={isGone && !mayAdd ? 'You may not add rows.' : null}
          >
            {mine}
          </SubmitButton>
          <Link to={cancelHref} replace discover="none" preventScrollReset>
            {theirs}
          </Link>
        </FormActions>
      </Form>
    </PageSection>
  )
}
