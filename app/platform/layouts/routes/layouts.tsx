import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react'
import type { Transaction } from 'db/database'
import { z } from 'zod'
import { formNumber, parseFields } from '~/http/form'
import { guardUser } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { samePage } from '~/http/redirect-to'
import { SaveViewForm, ViewList } from '~/ui/layouts/views-panel'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { deleteLayout, saveLayout } from '../layouts.server'
import { deleteView, saveView, viewsOf } from '../views.server'

export const meta = () => [{ title: 'Views · Fundesk' }]

const RELOAD = 'Reload the list and try again.'
const query = z.string().default('')
const Wish = z.discriminatedUnion(
  'intent',
  [
    z.object({ intent: z.literal('save'), query }),
    z.object({ intent: z.literal('reset') }),
    z.object({ intent: z.literal('save-view'), query, name: z.string('Give the view a name.') }),
    z.object({ intent: z.literal('delete-view'), viewId: formNumber(RELOAD) }),
  ],
  RELOAD,
)

/** Titles of the refusals. */
const REFUSED: Readonly<Record<string, string>> = {
  save: 'The layout was not saved',
  'save-view': 'The view was not saved',
  'delete-view': 'The view was not deleted',
}

/** One's own views of a grid: the page that a refused form shows without scripts. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await guardUser(args)
  return pageRead(() => viewsOf(read, actor.id, args.params.key ?? ''))
}

/** Takes the forms of a grid's panel of views and leads back to the grid. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor, transaction, services } = guarded
  const key = args.params.key ?? ''
  return formAnswer(
    args,
    async (typed) => {
      const wish = parseFields(typed, Wish)
      const back = samePage(typed.back ?? null)
      const grant = { userId: actor.id, key, back, now: services.clock() }
      const { to, status } = await transaction((tx) => grantWish(tx, wish, grant))
      return redirectWithStatus(guarded, to, status)
    },
    ({ intent = '' }) => REFUSED[intent] ?? 'The layout was not changed',
  )
}

interface Grant {
  userId: number
  key: string
  back: string
  now: Date
}

/** The message, and the page to go to: to the view, to the grid as it opens, or back as it was. */
async function grantWish(tx: Transaction, wish: z.output<typeof Wish>, { userId, key, back, now }: Grant) {
  const { pathname: path } = new URL(back, 'http://here.invalid')
  switch (wish.intent) {
    case 'save':
      await saveLayout(tx, userId, key, { query: wish.query }, now)
      return { to: back, status: 'Layout saved' }
    case 'reset':
      await deleteLayout(tx, userId, key)
      return { to: path, status: 'Layout reset' }
    case 'save-view': {
      const view = await saveView(tx, userId, key, wish.name, { query: wish.query }, now)
      return { to: `${path}?view=${view.id}`, status: `View “${view.name}” saved` }
    }
    case 'delete-view': {
      const { id, name } = await deleteView(tx, userId, wish.viewId)
      return { to: withoutView(back, id), status: `View “${name}” deleted` }
    }
  }
}

function withoutView(back: string, id: number): string {
  const { pathname, searchParams } = new URL(back, 'http://here.invalid')
  if (searchParams.get('view') !== String(id)) return back
  searchParams.delete('view')
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

export default function Views() {
  const views = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { pathname } = useLocation()
  const back = samePage(refused?.typed.back ?? null)
  const ofSave = refused?.typed.intent === 'save-view'
  return (
    <Page title="Views">
      <PageSection>
        {refused && !ofSave && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        {refused && ofSave && (
          <SaveViewForm action={pathname} query={refused.typed.query ?? ''} back={back} {...refused} />
        )}
      </PageSection>
      <PageSection title="Your views of this list">
        <ViewList action={pathname} back={back === '/' ? pathname : back} views={views} />
        <p>
          <Link to={back}>{back === '/' ? 'Go to your home page' : 'Go back to the list'}</Link>
        </p>
      </PageSection>
    </Page>
  )
}
