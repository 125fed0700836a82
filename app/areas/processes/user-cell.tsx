import { Link } from '@remix-run/react'
import { useRef } from 'react'
import { InlineActions, InlineKeys, useInlineForm } from '~/ui/editing/inline-form'
import type { ProcessRow } from './process'
import type { ProcessUser } from './process-users.server'

/** Who takes care of a process: a link that turns the cell into a select. */
export function UserLink({ name, of, to }: { name: string; of: string; to: string }) {
  return (
    <Link className="user-cell" to={to} replace discover="none" preventScrollReset>
      <span className={name === '' ? 'muted' : undefined}>{name || 'Assign…'}</span>
      <span className="hidden-text">{name === '' ? ` ${of}` : `: assign ${of} to somebody else`}</span>
    </Link>
  )
}

/**
 * The cell while it is edited. Whoever chooses with a pointer has said it all: it is saved at once. With the keyboard
 * each arrow is a choice already; there, Enter saves.
 */
export function UserSelect({ row, users }: { row: ProcessRow; users: readonly ProcessUser[] }) {
  const { formId, refused } = useInlineForm()
  const pointed = useRef(false)
  const error = refused?.refusal.fields?.user_id
  const typed = refused?.typed.user_id ?? String(row.user_id ?? '')
  const isOffered = users.some(({ id }) => id === row.user_id)
  return (
    <>
      <InlineKeys className="inline-field">
        <select
          key={typed}
          name="user_id"
          form={formId}
          defaultValue={typed}
          // biome-ignore lint/a11y/noAutofocus: whoever has no scripts is led to the cell that is edited as well
          autoFocus
          aria-label="User"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'user-error' : undefined}
          onPointerDown={() => {
            pointed.current = true
          }}
          onKeyDown={() => {
            pointed.current = false
          }}
          onChange={(event) => pointed.current && event.currentTarget.form?.requestSubmit()}
        >
          <option value="">Nobody</option>
          {row.user_id !== null && !isOffered && (
            <option value={row.user_id}>{row.user_name} (may not open Processes any more)</option>
          )}
          {users.map(({ id, name, userName }, at) => (
            <option key={id} value={id}>
              {/* By name: whoever has the same one stands beside. */}
              {[users[at - 1], users[at + 1]].some((other) => other?.name === name)
                ? `${name} (${userName})`
                : name}
            </option>
          ))}
        </select>
        {error && (
          <span className="field__error" id="user-error">
            {error}
          </span>
        )}
      </InlineKeys>
      <InlineActions />
    </>
  )
}
