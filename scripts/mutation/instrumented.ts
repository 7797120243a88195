import { readFileSync } from 'node:fs'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Part } from './drawn.ts'

/** One change: where it is, and what would stand there. `name` is by which the instrumented file knows it. */
export type Change = { name: string; file: string; line: number; column: number; kind: string; instead: string }
/** Each file's text with all its changes in it, of which none counts until it is asked for by its name. */
export type Instrumented = { texts: Record<string, string>; changes: Change[] }

const no = () => false
const nothing = () => {}
const quiet = {
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no, isWarnEnabled: no, isErrorEnabled: no },
  ...{
    isFatalEnabled: no,
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    fatal: nothing,
  },
}

/** DynamoDB Local always reads what was written last: whether that was asked for is not seen here. */
const consistency = /consistent: (true|false)( \})?$/

/** That an item is as it was read is a condition like any other: written out, it is taken away in each place by itself. */
const inPlace = (text: string) =>
  text
    .replaceAll('ifUnchanged({ version })', "[['version', '=', version]]")
    .replaceAll(/ifUnchanged\(([\w.]+)\)/g, "[['version', '=', $1.version]]")

/** Stryker's own changes, those of `excluded` left out. */
export async function instrumented(root: string, parts: Part[], excluded: string[]): Promise<Instrumented> {
  const files = parts.map(({ file, from, to }) => ({
    name: file,
    content: inPlace(readFileSync(`${root}/${file}`, 'utf8')),
    mutate: [{ start: { line: from - 1, column: 0 }, end: { line: to, column: 0 } }],
  }))
  const options = { plugins: null, ignorers: [], excludedMutations: excluded }
  const made = await new Instrumenter(quiet).instrument(files, options)
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  const changes = made.mutants.filter(({ status, fileName, location: { start, end } }) => {
    const line = lines.get(fileName)?.[start.line] ?? ''
    return (
      status === undefined && !(start.line === end.line && consistency.test(line.slice(start.column - 14, end.column)))
    )
  })
  return {
    texts: Object.fromEntries(made.files.map(({ name, content }) => [name, content])),
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
