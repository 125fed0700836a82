import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import type { Transaction } from 'db/database'
import { z } from 'zod'
import { samePage } from '~/http/address'
import { formNumber } from '~/http/form'
import { type Guarded, guardUser } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { SaveViewForm, ViewList } from '~/ui/layouts/views-panel'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { deleteLayout, deleteView, gridViews, saveLayout, saveView } from '../layouts.server'

export const meta = () => [{ title: 'Views · Fundesk' }]

/** A grid's panel of views: its user, and the key of the grid. */
interface ViewsPage {
  guarded: Guarded
  key: string
}

const query = z.string().default('')

const save = pageForm({
  title: 'The layout was not saved',
  fields: z.object({ query }),
  answer({ guarded, key }: ViewsPage, { query }, typed) {
    return backToGrid(guarded, typed, async (tx, { back, now }) => {
      await saveLayout({ tx, now }, guarded.actor.id, key, { query })
      return { to: back, status: 'Layout saved' }
    })
  },
})

const reset = pageForm({
  title: 'The layout was not changed',
  fields: z.object({}),
  answer({ guarded, key }: ViewsPage, _, typed) {
    return backToGrid(guarded, typed, async (tx, { path }) => {
      await deleteLayout(tx, guarded.actor.id, key)
      return { to: path, status: 'Layout reset' }
    })
  },
})

const addView = pageForm({
  title: 'The view was not saved',
  fields: z.object({ query, name: z.string('Give the view a name.'), queue: z.string().nullish() }),
  answer({ guarded, key }: ViewsPage, { query, name, queue }, typed) {
    return backToGrid(guarded, typed, async (tx, { path, now }) => {
      const entry = { name, queue: queue || null }
      const view = await saveView({ tx, now }, guarded.actor, key, entry, { query })
      return { to: `${path}?view=${view.id}`, status: `View “${view.name}” saved` }
    })
  },
})

const dropView = pageForm({
  title: 'The view was not deleted',
  fields: z.object({ viewId: formNumber('Reload the list and try again.') }),
  answer({ guarded }: ViewsPage, { viewId }, typed) {
    return backToGrid(guarded, typed, async (tx, { back }) => {
      const { id, name } = await deleteView(tx, guarded.actor.id, viewId)
      return { to: withoutView(back, id), status: `View “${name}” deleted` }
    })
  },
})

const FORMS: PageForms<ViewsPage> = { save, reset, 'save-view': addView, 'delete-view': dropView }

/** The grid that a form was sent from: its address, and the address it opens with. */
interface From {
  back: string
  path: string
  now: Date
}

/** Stores what a form requests, and redirects to the resulting page. */
async function backToGrid(
  guarded: Guarded,
  typed: Readonly<Record<string, string>>,
  store: (tx: Transaction, from: From) => Promise<{ to: string; status: string }>,
) {
  const back = samePage(typed.back ?? null)
  const from = { back, path: new URL(back, 'http://here.invalid').pathname, now: guarded.services.clock() }
  const { to, status } = await guarded.transaction((context) =>
    withIdempotencyKey(context, `views: ${typed.intent}`, () => store(context.tx, from)),
  )
  return redirectWithStatus(guarded, to, status)
}

function withoutView(back: string, id: number): string {
  const { pathname, searchParams } = new URL(back, 'http://here.invalid')
  if (searchParams.get('view') !== String(id)) return back
  searchParams.delete('view')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** The user's own views of a grid: the page that shows a refused form without scripts. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guardUser(args)
  const key = args.params.key ?? ''
  return pageRead(async () => {
    const { views, shared } = await gridViews(read, actor, key)
    return { views, shared, teams: actor.queues, idempotencyKey: services.ids.uuid() }
  })
}

/** Handles the forms of a grid's panel of views and redirects to the grid. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guardUser(args)
  return handleIntents(args, FORMS, { guarded, key: args.params.key ?? '' })
}

export default function Views() {
  const { views, shared, teams, idempotencyKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { pathname } = useLocation()
  const form = { action: pathname, idempotencyKey }
  const back = samePage(refused?.typed.back ?? null)
  const ofSave = refused?.typed.intent === 'save-view'
  return (
    <Page title="Views">
      <PageSection>
        {refused && !ofSave && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        {refused && ofSave && (
          <SaveViewForm {...form} query={refused.typed.query ?? ''} back={back} teams={teams} {...refused} />
        )}
      </PageSection>
      <PageSection title="Your views of this list">
        <ViewList {...form} back={back === '/' ? pathname : back} views={views} shared={shared} />
        <p>
          <Link to={back}>{back === '/' ? 'Go to your home page' : 'Go back to the list'}</Link>
        </p>
      </PageSection>
    </Page>
  )
}
