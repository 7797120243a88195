import { Node } from '@tiptap/react'

/** Resolves a picture's file id to its URL; undefined while that is unknown. */
export type SourceOf = (fileId: string) => string | undefined

/** A block-level picture node. It refers to an uploaded file by id, never to an external URL. */
export const pictureNode = (sourceOf: SourceOf) =>
  Node.create({
    name: 'picture',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ fileId: { default: '' }, alt: { default: '' } }),
    parseHTML: () => [
      {
        tag: 'img[data-file]',
        getAttrs: (image) => ({ fileId: image.getAttribute('data-file'), alt: image.getAttribute('alt') ?? '' }),
      },
    ],
    renderHTML({ node: { attrs } }) {
      const { fileId, alt } = attrs as { fileId: string; alt: string }
      const src = sourceOf(fileId)
      return ['img', { 'data-file': fileId, alt, ...(src !== undefined && { src }) }]
    },
  })
