/** The first letters of a person's first and last name, in a round beside the name. */
export function Initials({ name }: { name: string }) {
  const [first = '', ...others] = name.split(/\s+/)
  return (
    <span className="initials" aria-hidden="true">
      {`${first.charAt(0)}${others.at(-1)?.charAt(0) ?? ''}`.toUpperCase()}
    </span>
  )
}
