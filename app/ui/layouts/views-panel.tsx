import { type FetcherWithComponents, useFetcher } from '@remix-run/react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { SubmitButton } from '../form/button'
import type { FormRefusal, Refused } from '../form/error-summary'
import { Form } from '../form/form'
import { SelectInput, TextInput } from '../form/inputs'
import { Menu, type MenuAt } from '../menu/menu'
import { ErrorBanner } from '../message/message'
import { Link } from '../open-close/close-link'

/** Copies the address of the current view, for sharing. Only with scripts, and if the browser allows it. */
function CopyLink({ href }: { href: string }) {
  const [able, setAble] = useState(false)
  const [notice, setNotice] = useState('')
  useEffect(() => setAble(navigator.clipboard !== undefined), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.href).href)
      setNotice('The link is copied.')
    } catch {
      setNotice('The browser did not allow it. Copy the address of this page instead.')
    }
  }

  if (!able) return null
  return (
    <>
      <button type="button" className="button" onClick={copy}>
        Copy link
      </button>
      <span role="status" className="muted">
        {notice}
      </span>
    </>
  )
}

type SaveViewFormProps = {
  action: string
  idempotencyKey: string
  /** The state to save: the grid's own parameters of the address. */
  query: string
  /** The address that the user came from. */
  back: string
  name?: string
  /** The queues that it can be shared with. */
  teams: readonly string[]
  /** The queue that it is shared with now. */
  queue?: string | null
  refusal?: FormRefusal
  typed?: Record<string, string>
  prefix?: string
  fetcher?: FetcherWithComponents<unknown>
}

/** Saves the current state of a grid under a name. */
export function SaveViewForm({ action, query, back, name, teams, queue, ...form }: SaveViewFormProps) {
  return (
    <Form action={action} {...form}>
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="back" value={back} />
      <TextInput
        name="name"
        label="Save view as"
        hint="Replaces your view of this name."
        required
        maxLength={80}
        defaultValue={name}
      />
      {teams.length > 0 && (
        <SelectInput
          name="queue"
          label="Who sees it"
          blank="Only me"
          options={teams.map((team) => ({ value: team, label: `Everyone in ${team}` }))}
          defaultValue={queue ?? ''}
        />
      )}
      <SubmitButton name="intent" value="save-view">
        Save view
      </SubmitButton>
    </Form>
  )
}

/**
 * Why the last form of a fetcher was refused; undefined if it was accepted, which also calls `onTaken`. An accepted
 * form redirects, and the fetcher then still holds the response to the previous one.
 */
function useRefusal<Refused>(
  { state, data }: FetcherWithComponents<Refused | undefined>,
  onTaken: () => void,
): Refused | undefined {
  const [before, setBefore] = useState<Refused>()
  const was = useRef(false)
  const busy = state !== 'idle'
  const refused = busy || data === before ? undefined : data

  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is when it begins and when it ends
  useEffect(() => {
    if (busy) setBefore(data)
    else if (was.current && refused === undefined) onTaken()
    was.current = busy
  }, [busy])

  return refused
}

type ViewLink = {
  id: number
  name: string
  /** The queue that it is shared with. */
  queue?: string | null
  /** Opens the grid in its saved state; without it the view has no link. */
  href?: string
}

/** A view of another user. */
type SharedView = ViewLink & { owner: string }

type ViewListProps = {
  action: string
  idempotencyKey: string
  back: string
  views: readonly ViewLink[]
  shared: readonly SharedView[]
  currentId?: number
  fetcher?: FetcherWithComponents<unknown>
  onOpen?: () => void
}

/** The user's own views of a grid, each with its delete button, and those shared by others. */
export function ViewList({ action, idempotencyKey, back, views, shared, fetcher, ...open }: ViewListProps) {
  return (
    <>
      {views.length === 0 && <p className="muted">You have no saved views of this list yet.</p>}
      <ul className="views__list" hidden={views.length === 0}>
        {views.map((view) => (
          <li key={view.id}>
            <ViewName view={view} {...open} note={view.queue && `seen by ${view.queue}`} />
            <Form action={action} idempotencyKey={idempotencyKey} fetcher={fetcher}>
              <input type="hidden" name="intent" value="delete-view" />
              <input type="hidden" name="back" value={back} />
              <SubmitButton name="viewId" value={String(view.id)} look="plain" busyText="Deleting…">
                Delete<span className="hidden-text"> view {view.name}</span>
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
      {shared.length > 0 && (
        <>
          <p className="muted">Shared by colleagues</p>
          <ul className="views__list">
            {shared.map((view) => (
              <li key={view.id}>
                <ViewName view={view} {...open} note={view.owner} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type ViewNameProps = Pick<ViewListProps, 'currentId' | 'onOpen'> & {
  view: ViewLink
  note?: string | null
}

function ViewName({ view: { id, name, href }, note, currentId, onOpen }: ViewNameProps) {
  return (
    <span>
      {href === undefined ? (
        name
      ) : (
        <Link
          to={href}
          preventScrollReset
          onClick={onOpen}
          aria-current={id === currentId ? 'true' : undefined}
        >
          {name}
        </Link>
      )}
      {note && <span className="muted"> {note}</span>}
    </span>
  )
}

type ViewsPanelProps = {
  /** Address that receives the forms. */
  action: string
  /** For its forms, which are sent one at a time. */
  idempotencyKey: string
  /** The current state: the grid's own parameters of the address, without "?". */
  query: string
  /** The current path with its parameters, to which the forms return. */
  back: string
  /** Address that shows the current state to any user, regardless of their own layout; `back` by default. */
  link?: string
  /** The user's own views of this grid. */
  views: readonly ViewLink[]
  shared: readonly SharedView[]
  teams: readonly string[]
  /** The open view, of any user. */
  current?: { id: number; name: string }
  /** Whether the grid opens with a saved layout. */
  hasLayout: boolean
  at?: MenuAt
}

/**
 * A disclosure with the views of a grid: open one, save the current state, delete, return to the grid without a layout,
 * copy the link. Works without scripts; with scripts a refusal is shown in place.
 */
export function ViewsPanel({ at, ...props }: ViewsPanelProps) {
  return (
    <Menu
      group="grid"
      label={
        <>
          Views
          {props.current && <span className="views__current">{props.current.name}</span>}
        </>
      }
      at={at}
      rich
    >
      <Views {...props} />
    </Menu>
  )
}

function Views(props: Omit<ViewsPanelProps, 'at'>) {
  const { action, idempotencyKey, query, back, link = back, views, shared, teams, current, hasLayout } = props
  const content = useRef<HTMLDivElement>(null)
  const fetcher = useFetcher<Refused | undefined>()
  const prefix = useId()
  const refused = useRefusal(fetcher, () => close(content))
  const ofSave = refused?.typed.intent === 'save-view' ? refused : undefined

  return (
    <div ref={content} className="views stack">
      {refused && !ofSave && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
      <ViewList
        action={action}
        idempotencyKey={idempotencyKey}
        back={back}
        views={views}
        shared={shared}
        currentId={current?.id}
        fetcher={fetcher}
        onOpen={() => close(content)}
      />
      <SaveViewForm
        action={action}
        idempotencyKey={idempotencyKey}
        query={query}
        back={back}
        name={current?.name}
        teams={teams}
        queue={views.find(({ id }) => id === current?.id)?.queue}
        prefix={prefix}
        fetcher={fetcher}
        refusal={ofSave?.refusal}
        typed={ofSave?.typed}
      />
      <div className="views__more">
        <Form action={action} idempotencyKey={idempotencyKey} fetcher={fetcher}>
          <input type="hidden" name="query" value={query} />
          <input type="hidden" name="back" value={back} />
          <span className="without-scripts">
            <SubmitButton name="intent" value="save" look="plain">
              Save layout
            </SubmitButton>
          </span>
          {(hasLayout || query !== '') && (
            <SubmitButton name="intent" value="reset" look="plain" busyText="Resetting…">
              Reset layout
            </SubmitButton>
          )}
        </Form>
        <CopyLink href={link} />
      </div>
    </div>
  )
}

function close(content: RefObject<HTMLElement>) {
  const details = content.current?.closest('details')
  if (!details?.open) return
  // Focus must not be lost with a removed button.
  details.querySelector('summary')?.focus()
  details.open = false
}
