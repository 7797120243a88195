import { CopyObjectCommand, ListObjectVersionsCommand, type ObjectVersion } from '@aws-sdk/client-s3'
import type { Media } from '../club/files.ts'

/**
 * Puts back files of a bucket that keeps versions: those that were taken away or written over after an instant, as they
 * were at it, for as long as the bucket keeps what was. Gives their names; without `write` it only looks.
 */
export async function restoreFiles({ s3, Bucket }: Media, at: string, write: boolean): Promise<string[]> {
  const instant = Date.parse(at)
  const then = new Map<string, ObjectVersion>()
  const isThen = (each: { LastModified?: Date }) => (each.LastModified?.getTime() ?? 0) <= instant
  const newer = (one: { LastModified?: Date }, other: { LastModified?: Date } | undefined) =>
    (one.LastModified?.getTime() ?? 0) > (other?.LastModified?.getTime() ?? -1)
  const goneThen = new Map<string, Date>()
  let marker: { KeyMarker?: string; VersionIdMarker?: string } = {}
  for (let more = true; more; ) {
    const page = await s3.send(new ListObjectVersionsCommand({ Bucket, ...marker }))
    for (const version of page.Versions ?? [])
      if (version.Key && isThen(version) && newer(version, then.get(version.Key))) then.set(version.Key, version)
    for (const { Key, LastModified } of page.DeleteMarkers ?? [])
      if (Key && LastModified && isThen({ LastModified }) && LastModified > (goneThen.get(Key) ?? 0))
        goneThen.set(Key, LastModified)
    more = page.IsTruncated === true
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  }
  const lost = [...then.values()].filter(
    (version) => !version.IsLatest && newer(version, { LastModified: goneThen.get(version.Key ?? '') ?? new Date(-1) }),
  )
  for (const { Key = '', VersionId } of write ? lost : []) {
    const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}?versionId=${VersionId}`
    await s3.send(new CopyObjectCommand({ Bucket, Key, CopySource }))
  }
  return lost.map(({ Key = '' }) => Key)
}
