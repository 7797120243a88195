import { readFileSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Part } from './sampling.ts'

/** One mutant: its place, and the replacement. `name` identifies it in the instrumented file. */
export type Mutant = { name: string; file: string; line: number; column: number; kind: string; instead: string }
/** Each file's text with all its mutants, none of which is active until selected by name. */
export type InstrumentedFiles = { texts: Record<string, string>; changes: Mutant[] }

const returnFalse = () => false
const doNothing = () => {}
const silentLogger = {
  ...{
    isTraceEnabled: returnFalse,
    isDebugEnabled: returnFalse,
    isInfoEnabled: returnFalse,
    isWarnEnabled: returnFalse,
    isErrorEnabled: returnFalse,
  },
  ...{
    isFatalEnabled: returnFalse,
    trace: doNothing,
    debug: doNothing,
    info: doNothing,
    warn: doNothing,
    error: doNothing,
    fatal: doNothing,
  },
}

/** DynamoDB Local is always consistent, so tests cannot notice mutants of the consistency option. */
const consistency = /consistent: (true|false)( \})?$/

/** The condition that an item is unchanged is inlined, so that each use of it gets mutants of its own. */
const inlineConditions = (text: string) =>
  text
    .replaceAll('ifUnchanged({ version })', "[['version', '=', version]]")
    .replaceAll(/ifUnchanged\(([\w.]+)\)/g, "[['version', '=', $1.version]]")

/** Stryker's own mutants, except those of `excluded`. */
export async function instrument(root: string, parts: Part[], excluded: string[]): Promise<InstrumentedFiles> {
  const files = parts.map(({ file, from, to }) => ({
    name: file,
    content: inlineConditions(readFileSync(`${root}/${file}`, 'utf8')),
    mutate: [{ start: { line: from - 1, column: 0 }, end: { line: to, column: 0 } }],
  }))
  const options = { plugins: null, ignorers: [], excludedMutations: excluded }
  const result = await new Instrumenter(silentLogger).instrument(files, options)
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  const changes = result.mutants.filter(({ status, fileName, location: { start, end } }) => {
    const line = lines.get(fileName)?.[start.line] ?? ''
    return (
      status === undefined && !(start.line === end.line && consistency.test(line.slice(start.column - 14, end.column)))
    )
  })
  return {
    texts: Object.fromEntries(result.files.map(({ name, content }) => [name, content])),
    changes: changes.map(({ id, fileName, location: { start }, mutatorName, replacement }) => ({
      name: id,
      file: fileName,
      line: start.line + 1,
      column: start.column + 1,
      kind: mutatorName,
      instead: replacement.replaceAll(/\s+/g, ' '),
    })),
  }
}
