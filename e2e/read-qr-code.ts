/** Reads a QR code from the screen. */
import { expect, type Locator } from '@playwright/test'
import jsqr from 'jsqr'

/**
 * Decodes a QR code as a camera would. Waits until the image is loaded.
 *
 * @param code the `img` of the QR code
 * @returns the code's text; empty when it cannot be read
 */
export async function readQrCode(code: Locator): Promise<string> {
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeTruthy()
  const { pixels, width, height } = await code.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    return { pixels: [...data], width: canvas.width, height: canvas.height }
  })
  return jsqr.default(Uint8ClampedArray.from(pixels), width, height)?.data ?? ''
}
