import 'temporal-polyfill/global'
import { startBench } from './bench/cloud.ts'

// The table's own code reads its name when it is loaded, which the demo of the bench sets.
const bench = await startBench()
try {
  const { drill } = await import('./restore/drill.ts')
  if (!(await drill(bench.cloud))) process.exitCode = 1
} finally {
  await bench.close()
}
