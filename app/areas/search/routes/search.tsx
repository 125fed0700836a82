import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { guardUser } from '~/http/guard'
import { Page, PageSection } from '~/ui/page/page'
import { search } from '../find.server'
import { FoundGroups } from '../found-groups'
import { MAX_SEARCH_LENGTH, textIn } from '../search'

export const meta = () => [{ title: 'Search · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const text = textIn(args.request.url)
  return { text, groups: await search(guarded, text) }
}

/** Searches everything that the user may open, and the commands: what Ctrl+K opens over every page, as a page. */
export default function Search() {
  const { text, groups } = useLoaderData<typeof loader>()
  return (
    <Page title="Search">
      <PageSection>
        <Form method="get" role="search" className="search-form">
          <input
            key={text}
            type="search"
            name="text"
            aria-label="Search"
            placeholder="Fund, date, supplier, reference, number, user…"
            maxLength={MAX_SEARCH_LENGTH}
            defaultValue={text}
            // biome-ignore lint/a11y/noAutofocus: the page is opened to type here
            autoFocus
          />
          <button type="submit" className="button button--primary">
            Search
          </button>
        </Form>
        <FoundGroups groups={groups} text={text} />
      </PageSection>
    </Page>
  )
}
