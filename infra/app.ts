import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { App, Stack, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { areas, routes } from '#shared/api/index.ts'
import config from '../cdk.json' with { type: 'json' }
import { apiStack } from './api.ts'
import { areasStack } from './areas.ts'
import { buildFolder, bundleFunctions } from './bundle.ts'
import { dashboard } from './dashboard.ts'
import { dataStack } from './data.ts'
import { identityStack } from './identity.ts'
import { limitConcurrency } from './concurrency.ts'
import { prefixesOf } from './prefixes.ts'
import { triggeredBy, registry } from './registry.ts'
import { type Stage, stageNamed } from './stages.ts'
import { webStack } from './web.ts'
import { clockStack, workersStack } from './workers.ts'

type AppProps = {
  /** A stage or its name; by default the context value of `-c stage=…`, otherwise `dev`. */
  stage?: string | Stage
  /** Where the assembly is written; by default where the CDK CLI wants it. */
  outdir?: string
  /** The folder with the bundled `functions/` and the built `web/`. */
  build?: string
  /**
   * Whether to run CDK's own template validation and cdk-nag, which take half of the time. Apps that are never deployed
   * can skip them.
   */
  isChecked?: boolean
}

/**
 * The CDK app of one stage. It needs bundled functions: see bundleFunctions(). `synth()` throws if cdk-nag or CDK's template validation
 * finds something. Throws if the stage is unknown or the web is not built.
 */
export function cdkApp({ stage: requested, outdir, build = buildFolder, isChecked = true }: AppProps = {}): App {
  for (const file of ['web/index.html', 'web/assets']) {
    if (!existsSync(join(build, file))) throw new Error(`${join(build, file)} is missing: run "npm run build" first.`)
  }
  const app = new App({
    outdir,
    context: config.context,
    analyticsReporting: false,
    builtinCloudFormationValidation: isChecked,
  })
  const stageOrName = requested ?? (app.node.tryGetContext('stage') as string | undefined) ?? 'dev'
  const stage = typeof stageOrName === 'string' ? stageNamed(stageOrName) : stageOrName

  // Areas that are called at an address of their own are not routed by the distribution.
  const areasAtGateway = new Set(triggeredBy('api').map(([, { on }]) => on.api))
  const atGateway = routes.filter(({ area }) => areasAtGateway.has(area)).map(({ key }) => key)
  const data = dataStack(app, stage)
  const signIn = identityStack(app, stage, { registry, data, build })
  const functions = areasStack(app, stage, { registry, data, signIn, build })
  const { api, webSockets } = apiStack(app, stage, { registry, areas, functions, data, signIn, build })
  const prefixes = prefixesOf(atGateway)
  const site = webStack(app, stage, { data, signIn, api, webSockets, build, prefixes })
  workersStack(app, stage, { registry, data, build, site, webSockets })
  const clock = clockStack(app, stage, { registry, data, build, site, webSockets, signIn })
  // In the last stack, whose making waits for all that it shows.
  dashboard(clock, stage, { registry, api })
  for (const each of app.node.children) if (Stack.isStack(each)) limitConcurrency(each)
  if (isChecked) Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  return app
}

if (import.meta.main) {
  try {
    await bundleFunctions()
    cdkApp().synth()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
