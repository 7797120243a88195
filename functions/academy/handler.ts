import { academy } from '#shared/api/academy.ts'
import { toDo } from '#shared/rules/library.ts'
import { serve } from '../serve.ts'
import { addItem } from './add.ts'
import { emptyBin, listBin, restoreItems } from './bin.ts'
import { changeItem, linkToFile, createUploads, readItem } from './item.ts'
import { listForPlayer, listItems } from './list.ts'
import {
  addFavorite,
  isFavorite,
  listFavorites,
  listRecent,
  noteRecent,
  noteRecentFor,
  removeFavorite,
} from './marks.ts'
import { deleteItems, moveItems } from './move.ts'
import { setThumbnail } from './picture.ts'
import { listPlaces, listPlayerPlaces, readLevel, readSigningKey, readTree } from './places.ts'
import { changeShares } from './share.ts'
import { listPeople, listShares, searchPeople } from './sharedWith.ts'
import { deleteTag, putTag, searchTags, tagsOfItem } from './tags.ts'
import { readTaskOf, writeTaskOf } from './tasks.ts'

export const handler = serve(academy, {
  'GET /api/v1/awsSigningKey': readSigningKey,
  'GET /rest-api/academy/organization-player': listPlayerPlaces,
  'GET /rest-api/academy/organization': listPlaces,
  'GET /rest-api/academy/org-admin/level/organization/{orgId}': readLevel,
  'GET /rest-api/academy/storage/organization/{orgId}/tree': readTree,
  'GET /rest-api/academy/storage/organization/{orgId}/people': listPeople,
  'GET /rest-api/academy/storage/organization/{orgId}': listItems,
  'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}': listForPlayer,
  'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': readItem,
  'POST /rest-api/academy/storage/organization': addItem,
  'POST /rest-api/academy/file/presigned-url/organization/{orgId}': createUploads,
  'GET /rest-api/academy/file/presigned-url/{fileMetadataId}': linkToFile,
  'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': changeItem,
  'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail': setThumbnail,
  'POST /rest-api/academy/storage/organization/{orgId}/move': moveItems,
  'DELETE /rest-api/academy/storage/organization/{orgId}/storage-item': deleteItems,
  'GET /rest-api/academy/storage/organization/{orgId}/bin': listBin,
  'POST /rest-api/academy/storage/organization/{orgId}/restore': restoreItems,
  'DELETE /rest-api/academy/storage/organization/{orgId}/bin': emptyBin,
  'GET /rest-api/academy/storage/favorite': listFavorites,
  'GET /rest-api/academy/storage/recent': listRecent,
  'GET /rest-api/academy/storage/favorite/{storageItemId}': isFavorite,
  'POST /rest-api/academy/storage/favorite/{storageItemId}': addFavorite,
  'DELETE /rest-api/academy/storage/favorite/{storageItemId}': removeFavorite,
  'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}': noteRecent,
  'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}/player/{playerId}': noteRecentFor,
  'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}': listShares,
  'POST /rest-api/academy/storage/share/organization/{orgId}': changeShares,
  'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams': searchPeople,
  'GET /rest-api/academy/task/form/{storageItemId}': readTaskOf('FORM'),
  'PUT /rest-api/academy/task/form/{storageItemId}': writeTaskOf('FORM'),
  'GET /rest-api/academy/task/todo/{storageItemId}': readTaskOf(toDo),
  'PUT /rest-api/academy/task/todo/{storageItemId}': writeTaskOf(toDo),
  'GET /rest-api/academy/storage/tag': searchTags,
  'PUT /rest-api/academy/storage/tag': putTag,
  'DELETE /rest-api/academy/storage/tag/{storageTagId}': deleteTag,
  'GET /rest-api/academy/storage/tag/storage-item/{storageItemId}': tagsOfItem,
})
