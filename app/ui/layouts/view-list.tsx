import { type FetcherWithComponents, Link } from '@remix-run/react'
import { SubmitButton } from '../form/button'
import { Form } from '../form/form'

export type ViewLink = {
  id: number
  name: string
  /** Opens the grid as it was saved; without it the view is only named. */
  href?: string
}

type ViewListProps = {
  action: string
  back: string
  views: readonly ViewLink[]
  currentId?: number
  fetcher?: FetcherWithComponents<unknown>
  onOpen?: () => void
}

/** One's own views of a grid, each with its delete button. */
export function ViewList({ action, back, views, currentId, fetcher, onOpen }: ViewListProps) {
  if (views.length === 0) return <p className="muted">You have saved no view of this list yet.</p>
  return (
    <ul className="views__list">
      {views.map(({ id, name, href }) => (
        <li key={id}>
          {href === undefined ? (
            <span>{name}</span>
          ) : (
            <Link
              to={href}
              discover="none"
              preventScrollReset
              onClick={onOpen}
              aria-current={id === currentId ? 'true' : undefined}
            >
              {name}
            </Link>
          )}
          <Form action={action} fetcher={fetcher}>
            <input type="hidden" name="intent" value="delete-view" />
            <input type="hidden" name="back" value={back} />
            <SubmitButton name="viewId" value={String(id)} look="plain" busyText="Deleting…">
              Delete<span className="hidden-text"> view {name}</span>
            </SubmitButton>
          </Form>
        </li>
      ))}
    </ul>
  )
}
