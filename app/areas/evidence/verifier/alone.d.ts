/** See app/start/alone.ts. */
declare module '*?alone' {
  const script: string
  export default script
}
