import { useNavigate } from '@remix-run/react'
import { type FormEvent, type ReactNode, useCallback } from 'react'
import type { GridView } from './grid-view'
import { toSearchParams } from './href'
import { type GridQuery, otherParams } from './query'

/** Goes to the address that a grid's form asks for, in place; fields that are left empty are left out. */
export function useGridSubmit(): (form: HTMLFormElement, submitter?: HTMLElement | null) => void {
  const navigate = useNavigate()
  return useCallback(
    (form, submitter) => {
      const params = new URLSearchParams()
      const kept = form.dataset.keep?.split(' ') ?? []
      for (const [name, value] of new FormData(form, submitter))
        if (typeof value === 'string' && (value.trim() !== '' || kept.includes(name)))
          params.append(name, kept.includes(name) ? value : value.trim())
      // Without any parameter the grid would open as it was saved.
      if (params.size === 0) params.set(form.dataset.page ?? 'page', '1')
      const path = form.getAttribute('action') ?? ''
      navigate(`${path}?${params}`, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
}

type GridFormProps<Row> = {
  view: GridView<Row>
  /** What the form sets anew: those parts of the query are not kept as hidden fields. */
  without: Partial<GridQuery>
  /** Parameters that count when they are empty, too. */
  keepEmpty?: string[]
  className?: string
  children: ReactNode
}

/** A form that changes a part of a grid's query and keeps the rest; a plain GET without scripts. */
export function GridForm<Row>({ view, without, keepEmpty = [], className, children }: GridFormProps<Row>) {
  const submit = useGridSubmit()
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submit(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
  }
  return (
    <form
      method="get"
      action={view.at.pathname}
      className={className}
      data-keep={keepEmpty.map(view.param).join(' ')}
      data-page={view.param('page')}
      onSubmit={onSubmit}
    >
      <KeptState view={view} without={without} />
      {children}
    </form>
  )
}

/** The state of the page as hidden fields, but for what a form sets anew; always back to page 1. */
export function KeptState<Row>({ view, without }: Pick<GridFormProps<Row>, 'view' | 'without'>) {
  const anew = { page: 1, expanded: null, edit: null, values: null, find: '' }
  const own = toSearchParams({ ...view.query, ...anew, ...without }, view.columns, view.options)
  const hidden = [...otherParams(view.at.search, view.options.prefix), ...own].filter(
    ([name]) => name !== view.param('page'),
  )
  return hidden.map(([name, value], at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list has no other order
    <input key={at} type="hidden" name={name} value={value} />
  ))
}
