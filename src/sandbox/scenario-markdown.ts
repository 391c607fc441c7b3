/** Malformed and hostile texts for scenarios. */

/** Markup that must stay text: HTML, scripts, images, links to nowhere good, and nesting that is too deep. */
export const hostileMarkdown = `
# A text with <b>HTML</b> in it &amp; entities

<script>window.hacked = true</script>
<img src="https://tracker.example/pixel.gif" onerror="window.hacked = true">
<iframe src="https://frame.example/"></iframe>
<form action="https://form.example/"><input name="ssn"><button>Send</button></form>

![An image](https://tracker.example/image.png)

- [a script](javascript:window.hacked=true)
- [a script in capitals](JaVaScRiPt:window.hacked=true)
- [a script behind an entity](javascript&colon;window.hacked=true)
- [data](data:text/html,<script>window.hacked=true</script>)
- [a file](file:///etc/passwd)
- [another site](//evil.example/)
- [a good link](https://good.example/?a=1&amp;b=2)
- [an e-mail link](mailto:help@good.example) and [a phone link](tel:+16175551234)

##### A heading that is out of order

${'> '.repeat(40)}forty quotes deep

${Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth + 1}`).join('\n')}

${'['.repeat(200)}brackets${']'.repeat(200)}

<style>* { display: none }</style>
`

const sentence = 'This sentence is here to make the text long, and it says nothing else. '

export const longMarkdown = `\n# A very long text\n\n${paragraphs(17 * 1024)}`

export const hugeMarkdown = `\n# A huge text\n\n${paragraphs(300 * 1024)}`

function paragraphs(length: number): string {
  const paragraph = `${sentence.repeat(6)}\n\n`
  return paragraph.repeat(Math.ceil(length / paragraph.length))
}
