import { useFetcher } from '@remix-run/react'
import { type RefObject, useId, useRef } from 'react'
import { SubmitButton } from '../form/button'
import { Form } from '../form/form'
import type { Refused } from '../form/refusal'
import { Menu } from '../menu/menu'
import { ErrorBanner } from '../message/message'
import { CopyLink } from './copy-link'
import { SaveViewForm } from './save-view-form'
import { useRefusal } from './use-refusal'
import { type ViewLink, ViewList } from './view-list'

type ViewsPanelProps = {
  /** Address that takes the forms. */
  action: string
  /** The present state: the grid's own parameters of the address, without "?". */
  query: string
  /** The present path with its parameters: where the forms lead back to. */
  back: string
  /** Address that shows the present state to anybody, whatever their own layout is; `back` unless told. */
  link?: string
  /** One's own views of this grid. */
  views: readonly ViewLink[]
  /** The view that is open, of whomever. */
  current?: { id: number; name: string }
  /** Whether the grid opens with something saved. */
  hasLayout: boolean
}

/**
 * A disclosure with the views of a grid: open one, save what is seen, delete, go back to how the grid is without a
 * layout, copy the link. Works without scripts; with them a refusal is shown in place.
 */
export function ViewsPanel(props: ViewsPanelProps) {
  const { action, query, back, link = back, views, current, hasLayout } = props
  const content = useRef<HTMLDivElement>(null)
  const fetcher = useFetcher<Refused | undefined>()
  const prefix = useId()
  const refused = useRefusal(fetcher, () => close(content))
  const ofSave = refused?.typed.intent === 'save-view' ? refused : undefined

  return (
    <Menu
      group="grid"
      label={
        <>
          Views
          {current && <span className="views__current">{current.name}</span>}
        </>
      }
      rich
    >
      <div ref={content} className="views stack">
        {refused && !ofSave && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        <ViewList
          action={action}
          back={back}
          views={views}
          currentId={current?.id}
          fetcher={fetcher}
          onOpen={() => close(content)}
        />
        <SaveViewForm
          action={action}
          query={query}
          back={back}
          name={current?.name}
          prefix={prefix}
          fetcher={fetcher}
          refusal={ofSave?.refusal}
          typed={ofSave?.typed}
        />
        <div className="views__more">
          <Form action={action} fetcher={fetcher}>
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
    </Menu>
  )
}

function close(content: RefObject<HTMLElement>) {
  const details = content.current?.closest('details')
  if (!details?.open) return
  // Focus does not get lost with a button that is gone.
  details.querySelector('summary')?.focus()
  details.open = false
}
