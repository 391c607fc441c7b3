import express from 'express'
import { createBff, optionsFromEnvironment } from 'voter-registration-server/bff'
import { hostedPage } from 'voter-registration-server/hosted'
import { createNodeListener, scriptFiles } from 'voter-registration-server/node'

const bff = createBff(optionsFromEnvironment(process.env), { page: hostedPage(), scripts: scriptFiles() })
const app = express()
// Before express.json(): the BFF reads bodies itself.
app.use('/api', createNodeListener(bff))
app.use(express.static('public'))
const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  console.log('http://localhost:' + server.address().port + '/register.html')
})
process.once('SIGTERM', () => server.close(() => void bff.close()))
