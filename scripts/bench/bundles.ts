import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { buildFolder, bundleFunctions, entries, filesLoadedAtStart, root } from '#infra/bundle.ts'
import { registry } from '#infra/registry.ts'
import { type Figure, percentiles } from './report.ts'

/**
 * How often each bundle is loaded, alternating between the two variants, so that a busy machine affects both alike:
 * bundles of every visit, and all others.
 */
const [rounds, roundsOfOthers] = [15, 5]

/**
 * The cost of a cold start: each function as deployed, compared with a naive bundle of it (esbuild's default settings,
 * the whole of zod, every credential provider). CPU as a ratio, size in KB gzipped.
 */
export async function bundleFigures(): Promise<Figure[]> {
  // Also creates the folder.
  await bundleFunctions()
  const folder = mkdtempSync(join(buildFolder, 'naive-'))
  try {
    await naiveBundles(folder)
    return Object.keys(entries).flatMap((name) => figuresOf(name, folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function naiveBundles(outdir: string) {
  for (const [name, entry] of Object.entries(entries)) {
    const from = join(outdir, `${name}.ts`)
    writeFileSync(
      from,
      `import { z } from 'zod'\nexport * from '${join(root, entry)}'\nObject.assign(globalThis, { z })\n`,
    )
    await build({
      absWorkingDir: root,
      entryPoints: [from],
      outfile: join(outdir, `${name}.cjs`),
      bundle: true,
      platform: 'node',
      target: 'node24',
      minify: true,
      logLevel: 'error',
      nodePaths: [join(root, 'node_modules')],
    })
  }
}

/** Milliseconds of CPU that a fresh process spends on loading a bundle, beyond its own start. */
function loadCpu(file: string): number {
  const script = `const t=process.cpuUsage();import(${JSON.stringify(file)}).then(()=>{const {user,system}=process.cpuUsage(t);console.log((user+system)/1000)})`
  const env = { AWS_REGION: 'us-east-1', TABLE_NAME: 'x', PATH: process.env.PATH ?? '' }
  return Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', env }))
}

function figuresOf(name: string, naiveFolder: string): Figure[] {
  const [leanBundle, naiveBundle] = [
    join(buildFolder, 'functions', name, 'index.mjs'),
    join(naiveFolder, `${name}.cjs`),
  ]
  const ratios = Array.from({ length: everyVisit.includes(name) ? rounds : roundsOfOthers }, (_, i) => {
    const bundlesInTurn = i % 2 === 0 ? [leanBundle, naiveBundle] : [naiveBundle, leanBundle]
    const cpu = new Map(bundlesInTurn.map((file) => [file, loadCpu(file)]))
    return (cpu.get(leanBundle) ?? Number.NaN) / (cpu.get(naiveBundle) ?? Number.NaN)
  })
  return [
    {
      what: `${name}: cold load CPU, share of the naive bundle's`,
      value: percentiles(ratios).p50,
      unit: 'ratio',
      atMost: everyVisit.includes(name) ? 0.45 : 0.6,
    },
    {
      what: `${name}: bundle${registry[name]?.codeSplitting ? ', as it starts' : ''}`,
      value: kbAtStart(dirname(leanBundle)),
      unit: 'KB gz',
      atMost: maxOf(name),
    },
  ]
}

const kbAtStart = (folder: string) =>
  [...filesLoadedAtStart(folder)].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024,
    0,
  )

/** Functions that every visit waits for, and the one that sends all mail. */
const everyVisit = ['session', 'today', 'calendar', 'teams', 'chat', 'mail-send']
/** Less frequent functions that need a large library, or that answer for many areas. */
const largeBundles = ['register', 'developers-token']
/** The limit in KB gzipped: functions that call a provider contain its client. */
const maxOf = (name: string): number =>
  everyVisit.includes(name) ? 90 : registry[name]?.providers || largeBundles.includes(name) ? 160 : 130
