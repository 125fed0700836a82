/** JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

/** The parts of an OpenAPI 3.1 document that we write and read. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, JsonSchema>>
  components: { schemas: JsonSchema; parameters: JsonSchema; securitySchemes: JsonSchema }
  [other: string]: unknown
}
