return wisp.scene {
  title = "Blink",
  effects = { wisp.blink { id = "lamp", power = 5 } },
}
