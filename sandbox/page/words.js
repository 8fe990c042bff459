// The page's own words. {0} and {1} stand for what differs.

const WORDS = {
  en: {
    skip: "Skip to the message box", channels: "Channels", archived: "Archived threads", direct: "Direct messages",
    openChannels: "Open the channels", closeChannels: "Close the channels", actAs: "Act as", language: "Language",
    manages: "manages the server", managesTitle: "{0}, manages the server", theme: "Theme", auto: "Automatic", light: "Light", dark: "Dark",
    two: "Two people", phone: "Phone width", tools: "Tools", noTools: "The tools are not there.", pane: "{0}'s window",
    messages: "Messages in {0}", older: "Show older messages", newest: "Jump to the newest", newLine: "New",
    empty: "Nothing here yet. Type / for a command.", starting: "Parterre is starting. Its commands come in a moment.",
    app: "App", edited: "edited", thinking: "{0} is thinking…", used: "{0} used {1}", onlyYou: "Only you can see this",
    dismiss: "Dismiss message", failed: "This interaction failed", silent: "Parterre did not answer in time.", reply: "In answer to {0}",
    message: "Message or command", hint: "/ for commands, or write here", send: "Send", commands: "Commands", options: "Options",
    required: "This option is required.", notChoice: "Please choose one of the list.", whole: "A whole number, please.", number: "A number, please.",
    range: "From {0} to {1}, please.", least: "{0} or more, please.", most: "{0} or less, please.", length: "{0} to {1} characters, please.",
    unknownCommand: "There is no command {0}.", yes: "True", no: "False", noChoices: "No choices for this.", remove: "Remove {0}",
    choose: "Choose", done: "Done", chosen: "{0} chosen", between: "Choose {0} to {1}.", submit: "Submit", cancel: "Cancel", close: "Close",
    mustFill: "Please fill this in.", unsupported: "This page does not show components of type {0}.",
    enlarge: "Enlarge picture: {0}", picture: "picture", alt: "Description", original: "Open the file", fullSize: "Click for full size", fit: "Click to fit",
    spoiler: "Spoiler, show it", lost: "The connection to the sandbox is lost. Trying again…", back: "Connected again.",
    restarted: "The sandbox was restarted and has forgotten what was before.", left: "You have left this server.", rejoin: "Join again", nowhere: "There is no channel to show.",
    goneTo: "{0} is gone. This is {1}.", unreadMentions: "{0} unread mentions", unread: "unread",
  },
  fr: {
    skip: "Aller à la zone de message", channels: "Salons", archived: "Fils archivés", direct: "Messages privés",
    openChannels: "Ouvrir les salons", closeChannels: "Fermer les salons", actAs: "Jouer comme", language: "Langue",
    manages: "gère le serveur", managesTitle: "{0}, gère le serveur", theme: "Thème", auto: "Automatique", light: "Clair", dark: "Sombre",
    two: "Deux personnes", phone: "Largeur téléphone", tools: "Outils", noTools: "Les outils ne sont pas là.", pane: "Fenêtre de {0}",
    messages: "Messages dans {0}", older: "Afficher les messages plus anciens", newest: "Aller au plus récent", newLine: "Nouveau",
    empty: "Rien ici pour l'instant. Tapez / pour une commande.", starting: "Parterre démarre. Ses commandes arrivent dans un instant.",
    app: "App", edited: "modifié", thinking: "{0} réfléchit…", used: "{0} a utilisé {1}", onlyYou: "Vous seul pouvez voir ceci",
    dismiss: "Fermer le message", failed: "L'interaction a échoué", silent: "Parterre n'a pas répondu à temps.", reply: "En réponse à {0}",
    message: "Message ou commande", hint: "/ pour les commandes, ou écrivez ici", send: "Envoyer", commands: "Commandes", options: "Options",
    required: "Cette option est requise.", notChoice: "Veuillez choisir dans la liste.", whole: "Un nombre entier, s'il vous plaît.", number: "Un nombre, s'il vous plaît.",
    range: "De {0} à {1}, s'il vous plaît.", least: "{0} ou plus, s'il vous plaît.", most: "{0} ou moins, s'il vous plaît.", length: "De {0} à {1} caractères, s'il vous plaît.",
    unknownCommand: "La commande {0} n'existe pas.", yes: "Vrai", no: "Faux", noChoices: "Aucun choix pour ceci.", remove: "Retirer {0}",
    choose: "Choisir", done: "Terminé", chosen: "{0} choisis", between: "Choisissez de {0} à {1}.", submit: "Envoyer", cancel: "Annuler", close: "Fermer",
    mustFill: "Veuillez remplir ce champ.", unsupported: "Cette page ne montre pas les composants de type {0}.",
    enlarge: "Agrandir l'image : {0}", picture: "image", alt: "Description", original: "Ouvrir le fichier", fullSize: "Cliquer pour la taille réelle", fit: "Cliquer pour ajuster",
    spoiler: "Spoiler, afficher", lost: "La connexion au bac à sable est perdue. Nouvel essai…", back: "Connexion rétablie.",
    restarted: "Le bac à sable a redémarré et a oublié ce qui précède.", left: "Vous avez quitté ce serveur.", rejoin: "Revenir", nowhere: "Il n'y a pas de salon à montrer.",
    goneTo: "{0} n'existe plus. Voici {1}.", unreadMentions: "{0} mentions non lues", unread: "non lu",
  },
  de: {
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
  },
};

export const LANGUAGES = { "en-US": "English", fr: "Français", de: "Deutsch" };

export function say(locale, key, ...values) {
  const words = WORDS[locale.slice(0, 2)] || WORDS.en;
  return words[key].replace(/\{(\d)\}/g, (_, index) => values[index]);
}
