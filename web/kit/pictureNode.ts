import { Node } from '@tiptap/react'

/** Where a picture is shown from, by its file; undefined while that is not known. */
export type SourceOf = (fileId: string) => string | undefined

/** A picture among the blocks of a text: one of our own files, never an address of somebody else's. */
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
