import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { root } from '#infra/bundle.ts'

type Property = { causesReplacement?: 'yes' | 'no' | 'maybe' }
type ResourceDescription = { cloudFormationType: string; properties: Readonly<Record<string, Property>> }
type Database = { schema: { resource: { entities: Readonly<Record<string, ResourceDescription>> } } }

/**
 * The properties of a resource type whose change makes CloudFormation replace the resource, according to the type
 * database that CDK ships. Throws for a type that it does not contain.
 */
export function replacementProperties(type: string): string[] {
  descriptions ??= Object.values(read().schema.resource.entities)
  const properties = descriptions.find(({ cloudFormationType }) => cloudFormationType === type)?.properties
  if (!properties) throw new Error(`The CDK does not describe ${type}.`)
  return Object.entries(properties).flatMap(([name, { causesReplacement = 'no' }]) =>
    causesReplacement === 'no' ? [] : [name],
  )
}

let descriptions: ResourceDescription[] | undefined
const read = () =>
  JSON.parse(gunzipSync(readFileSync(join(root, 'node_modules/aws-cdk/db.json.gz'))).toString()) as Database
