/** A text that is shown once and copied from here: a click selects all of it. */
export function Secret({ label, children }: { label: string; children: string }) {
  return (
    <p className="secret">
      <span className="secret__label">{label}</span>
      <code className="secret__text">{children}</code>
    </p>
  )
}
