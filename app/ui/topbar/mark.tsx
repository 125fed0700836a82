/** The product's mark and name. */
export function Mark() {
  return (
    <>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect width="20" height="20" rx="5" />
        <path d="M6 15V5.5h8.5M6 10h6" />
      </svg>
      Fundesk
    </>
  )
}
