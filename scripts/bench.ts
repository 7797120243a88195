import 'temporal-polyfill/global'
import { bundleFigures } from './bench/bundles.ts'
import { startBench } from './bench/cloud.ts'
import { report } from './bench/report.ts'
import { requestFigures } from './bench/requests.ts'
import { webFigures } from './bench/web.ts'

/** Counts what the product costs, prints it and keeps it in .build/bench.json; fails when a gate does not hold. */
const bench = await startBench()
try {
  const figures = [
    ...(await webFigures(bench.cloud.origin)),
    ...(await requestFigures(bench)),
    ...(await bundleFigures()),
  ]
  if (!report(figures)) process.exitCode = 1
} finally {
  await bench.close()
}
