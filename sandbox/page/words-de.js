// The page's own words in German.

export const WORDS = {
  skip: "Zum Eingabefeld", channels: "Kanäle", archived: "Archivierte Threads", direct: "Direktnachrichten",
  openChannels: "Kanäle öffnen", closeChannels: "Kanäle schließen", actAs: "Handeln als", language: "Sprache",
  manages: "verwaltet den Server", managesTitle: "{0}, verwaltet den Server", theme: "Aussehen", auto: "Automatisch", light: "Hell", dark: "Dunkel",
  two: "Zwei Personen", phone: "Telefonbreite", tools: "Werkzeuge", noTools: "Die Werkzeuge sind nicht da.", pane: "Fenster von {0}",
  messages: "Nachrichten in {0}", older: "Ältere Nachrichten zeigen", newest: "Zur neuesten", newLine: "Neu",
  empty: "Noch nichts hier. / beginnt einen Befehl.", starting: "Parterre startet. Die Befehle kommen gleich.",
  app: "App", edited: "bearbeitet", thinking: "{0} denkt nach…", used: "{0} hat {1} verwendet", onlyYou: "Nur du kannst das sehen",
  dismiss: "Nachricht verwerfen", failed: "Diese Interaktion ist fehlgeschlagen", silent: "Parterre hat nicht rechtzeitig geantwortet.", reply: "Antwort an {0}",
  message: "Nachricht oder Befehl", hint: "/ für Befehle, oder hier schreiben", send: "Senden", commands: "Befehle", options: "Optionen",
  required: "Diese Option ist erforderlich.", notChoice: "Bitte aus der Liste wählen.", whole: "Bitte eine ganze Zahl.", number: "Bitte eine Zahl.",
  range: "Bitte von {0} bis {1}.", least: "Bitte mindestens {0}.", most: "Bitte höchstens {0}.", length: "Bitte {0} bis {1} Zeichen.",
  unknownCommand: "Den Befehl {0} gibt es nicht.", yes: "Wahr", no: "Falsch", noChoices: "Hierfür gibt es keine Auswahl.", remove: "{0} entfernen",
  choose: "Auswählen", done: "Fertig", chosen: "{0} gewählt", between: "Bitte {0} bis {1} wählen.", submit: "Absenden", cancel: "Abbrechen", close: "Schließen",
  mustFill: "Bitte ausfüllen.", unsupported: "Diese Seite zeigt Komponenten vom Typ {0} nicht.",
  enlarge: "Bild vergrößern: {0}", picture: "Bild", alt: "Beschreibung", original: "Datei öffnen", fullSize: "Klick für volle Größe", fit: "Klick zum Einpassen",
  spoiler: "Spoiler, anzeigen", lost: "Die Verbindung zur Sandbox ist unterbrochen. Neuer Versuch…", back: "Wieder verbunden.",
  restarted: "Die Sandbox wurde neu gestartet und hat alles Frühere vergessen.", left: "Du hast diesen Server verlassen.", rejoin: "Wieder beitreten", nowhere: "Es gibt keinen Kanal zu zeigen.",
  goneTo: "{0} gibt es nicht mehr. Das ist {1}.", unreadMentions: "{0} ungelesene Erwähnungen", unread: "ungelesen",
};
