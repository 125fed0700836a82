import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { traced } from 'db/traced'
import type { RequestHandler } from 'express'
import type { AnyJobs, WorkerPool } from '~/platform/threads/pool'

/**
 * Sends a trace of each request, its statements and its jobs in threads to the collector in the usual variables
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`). Values of
 * statements, queries of addresses, and users are not sent.
 * @returns ends tracing, after sending what is waiting
 */
export async function startTraces(): Promise<() => Promise<void>> {
  const [{ OTLPTraceExporter }, { BatchSpanProcessor, NodeTracerProvider }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-node'),
  ])
  process.env.OTEL_SERVICE_NAME ??= 'fundesk'
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return () => provider.shutdown()
}

const tracer = trace.getTracer('fundesk')

/** Starts the trace of a request, or continues that of the proxy. Without startTraces it does nothing. */
export const traceRequest: RequestHandler = (req, res, next) => {
  const caller = propagation.extract(ROOT_CONTEXT, req.headers)
  const name = `${req.method} ${placeOf(req.path)}`
  const attributes = {
    'http.request.method': req.method,
    'url.path': req.path,
    'fundesk.request_id': String(req.id),
  }
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
  if (!span.isRecording()) return next()
  res.once('close', () => {
    span.setAttribute('http.response.status_code', res.statusCode)
    if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
  context.with(trace.setSpan(caller, span), next)
}

/** The same pool, with its jobs in the traces of their requests. */
export function tracedJobs<J extends AnyJobs>(pool: WorkerPool<J>): WorkerPool<J> {
  return {
    run: (name, ...rest) => traced(`thread ${name}`, () => pool.run(name, ...rest)),
    close: () => pool.close(),
  }
}

/** "/nav-controls/17/checks" as "/nav-controls/{id}/checks": a name shared by many requests. */
const placeOf = (path: string) => path.replace(/\/\d+(?=\/|\.|$)/g, '/{id}')
